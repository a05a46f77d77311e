// Of very many events the timeline draws bars that count them. What the filters leave of a bar, or the
// day played has reached, keeps its colour; the rest is pale.
class Bins {
  constructor(box, locale) {
    this.number = new Intl.NumberFormat(locale)
    this.kinds = new Map()
    for (const mark of box.querySelectorAll(".bin")) {
      const rect = mark.querySelector("rect")
      const { kind, start, end, count } = mark.dataset
      const bin = { mark, rect, first: dayNumber(start), last: dayNumber(end), all: Number(count), left: Number(count),
        top: Number(rect.getAttribute("y")), tall: Number(rect.getAttribute("height")) }
      bin.label = box.querySelector(`.bin-number[data-kind="${CSS.escape(kind)}"][data-start="${start}"]`)
      const whole = rect.cloneNode()
      whole.setAttribute("class", "all")
      rect.before(whole)
      this.kinds.set(kind, [...(this.kinds.get(kind) ?? []), bin])
    }
    for (const bins of this.kinds.values()) bins.sort((one, other) => one.first - other.first)
  }

  // `stays` says of the number of an event whether it is shown, `window` the days that are drawn.
  show(events, stays, [from, to]) {
    if (!this.kinds.size) return
    const left = new Map()
    events.forEach((event, number) => {
      if (!stays(number) || (event.last ?? Infinity) < from || (event.first ?? -Infinity) > to) return
      const day = Math.max(event.first ?? -Infinity, from)
      const bin = this.at(this.kinds.get(event.kind) ?? [], day)
      if (bin) left.set(bin, (left.get(bin) ?? 0) + 1)
    })
    for (const bin of [...this.kinds.values()].flat()) this.draw(bin, left.get(bin) ?? 0)
  }

  // The last bar that begins by a day.
  at(bins, day) {
    let [low, high] = [0, bins.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (bins[middle].first <= day) low = middle + 1
      else high = middle
    }
    const bin = bins[low - 1]
    return bin && day <= bin.last ? bin : null
  }

  draw(bin, left) {
    if (bin.left === left) return
    bin.left = left
    const tall = (bin.tall * left) / bin.all
    bin.rect.setAttribute("y", bin.top + bin.tall - tall)
    bin.rect.setAttribute("height", tall)
    bin.mark.dataset.count = left
    for (const node of [bin.mark, bin.label].filter(Boolean)) node.toggleAttribute("data-dim", !left)
    bin.label?.setAttribute("transform", `translate(0 ${bin.tall - tall})`)
    for (const text of bin.label?.children ?? []) text.textContent = this.number.format(left)
  }
}

// The timeline: lanes by kind. What the step is about is large and dated, the rest is dimmed.
const SHAPES = {
  "armed-forces": "M-.9 -.9H.9V.9H-.9Z",
  politics: "M0 -1.2L1.2 0L0 1.2L-1.2 0Z",
  border: "M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0Z",
  counts: "M0 -1.1L1.1 .9H-1.1Z",
  reception: "M0 -1.1L.95 -.55V.55L0 1.1L-.95 .55V-.55Z",
}

const eventMark = (event) => {
  const mark = draw("g", { class: `event kind-${event.kind} ${event.basis}` })
  mark.dataset.id = event.id
  const title = draw("title")
  title.textContent = `${event.label}: ${event.title}`
  mark.append(title)
  if (event.point) mark.append(draw("path", { d: SHAPES[event.kind], class: "shape" }))
  else mark.append(draw("rect", { class: event.span ? "bar" : "bar hatched", y: -0.28, height: 0.56 }))
  if (event.point && event.basis === "corroborated") mark.append(draw("circle", { r: 0.35, class: "dot" }))
  if (event.unsure)
    mark.append(
      draw("path", { class: "open before", d: "M0 -.5L-.8 0L0 .5" }),
      draw("path", { class: "open after", d: "M0 -.5L.8 0L0 .5" }),
    )
  return mark
}

const hatching = (lanes) => {
  const found = lanes.map(({ kind }) =>
    draw(
      "pattern",
      { id: `hatch-${kind}`, width: 0.3, height: 0.3, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      draw("rect", { width: 0.13, height: 0.3, class: `ink kind-${kind}` }),
    ),
  )
  return draw("defs", {}, ...found)
}

const daysBetween = (from, to, room) => {
  // Over two months or so only the first of each month is named.
  const steps = to - from > 60 ? [] : [1, 2, 5, 7, 10, 14]
  const every = steps.find((step) => ((to - from) / step) * room.least <= room.width) ?? 0
  const found = []
  const year = Date.UTC(2019, 0, 1)
  for (let day = from; day <= to; day += 1) {
    const date = new Date(year + day * 86400000)
    const first = date.getUTCDate() === 1
    if (every ? (day - from) % every === 0 : first) found.push({ day, date })
  }
  return found
}

const makeTime = (svg, drawing) => {
  const lanes = drawing.lanes.map((lane) => {
    const node = draw("text", { class: `lane kind-${lane.kind}` })
    node.textContent = lane.name
    return { ...lane, node, line: draw("line", { class: "rule" }) }
  })
  const axis = draw("g", { class: "axis" })
  const figures = draw("g", { class: "figures" })
  // Dates lie above every mark, so that no dimmed bar runs through one.
  const marks = drawing.events.map((event) => {
    const when = draw("text", { class: "when" })
    when.textContent = event.label
    return { event, node: eventMark(event), when }
  })
  svg.replaceChildren(hatching(drawing.lanes), axis, ...lanes.map((lane) => lane.line), figures)
  svg.append(...lanes.map((lane) => lane.node), ...marks.map((mark) => mark.node))
  svg.append(...marks.map((mark) => mark.when))

  const show = (view) => {
    const { width, height } = svg.getBoundingClientRect()
    if (!width || !height) return
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`)
    const unit = unitOf(svg)
    const narrow = width < unit * 24
    const left = narrow ? unit * 0.4 : Math.max(...lanes.map((lane) => lengthOf(lane.node))) + unit * 0.7
    const days = view.to - view.from + 1
    const px = (width - left - unit * 0.6) / days
    const at = (day) => left + (day - view.from) * px
    const foot = height - unit * 1.25

    axis.replaceChildren()
    let last = -Infinity
    for (const { day, date } of daysBetween(view.from, view.to, { width: width - left, least: unit * 2.1 })) {
      const month = drawing.months[date.getUTCMonth()]
      const named = day === view.from || date.getUTCDate() <= 2 || axis.children.length === 0
      const words = days > 60 ? month : named || px * 7 > unit * 4 ? `${date.getUTCDate()} ${month}` : `${date.getUTCDate()}`
      const x = days > 60 ? at(day) : at(day + 0.5)
      const text = draw("text", { x, y: height - unit * 0.38, "text-anchor": days > 60 ? "start" : "middle" })
      text.textContent = words
      axis.append(text)
      const wide = lengthOf(text)
      const from = days > 60 ? x : x - wide / 2
      if (from < last + unit * 0.4 || from + wide > width || from < 0) {
        text.remove()
        continue
      }
      last = from + wide
      axis.append(draw("line", { x1: x, x2: x, y1: 0, y2: foot, class: "tick" }))
    }

    const focused = (kind) => marks.filter(({ event }) => event.kind === kind && view.events.includes(event.id)).length
    const wanted = lanes.reduce((sum, lane) => sum + Math.max(focused(lane.kind), 1), 0) * unit * 1.05
    const tall = view.figures.length ? Math.min(Math.max(foot - wanted, unit * 3.4), unit * 5) : 0
    figures.replaceChildren()
    const most = Math.max(...view.figures.map((figure) => figure.value), 1)
    const taken = []
    for (const figure of [...view.figures].sort((a, b) => b.value - a.value)) {
      const same = view.figures.filter((other) => other.from === figure.from && other.to === figure.to)
      const beside = (same.indexOf(figure) - (same.length - 1) / 2) * unit * 0.5
      const x = (at(figure.from) + at(figure.to + 1)) / 2 + beside
      const bar = ((tall - unit * 1.3) * figure.value) / most
      const text = draw("text", { class: "figure" })
      text.textContent = figure.text
      const column = draw("rect", { x: x - unit * 0.16, y: tall - bar, width: unit * 0.32, height: bar })
      const group = draw("g", {}, column, text)
      group.dataset.id = figure.id
      figures.append(group)
      taken.push({ left: x - unit * 0.16, right: x + unit * 0.16, top: tall - bar, bottom: tall })
      // A figure stands on its column; where another is in the way, to the left or right of it.
      const wide = lengthOf(text)
      const y = tall - bar - unit * 0.25
      const spots = [
        [x - wide / 2, y],
        [x - wide - unit * 0.3, y + unit * 0.6],
        [x + unit * 0.3, y + unit * 0.6],
        [x - wide - unit * 0.3, y - unit * 0.4],
        [x + unit * 0.3, y - unit * 0.4],
      ]
      const box = ([start, base]) => ({ left: start - 2, right: start + wide + 2, top: base - unit * 0.75, bottom: base })
      const spot = spots.find((one) => {
        const room = box(one)
        return room.left >= left - 2 && room.right <= width && room.top >= 0 && !taken.some((other) => touching(room, other))
      })
      if (!spot) text.remove()
      else {
        text.setAttribute("x", spot[0])
        text.setAttribute("y", spot[1])
        taken.push(box(spot))
      }
    }
    if (tall) figures.append(draw("line", { x1: left, x2: width, y1: tall, y2: tall, class: "rule" }))

    // Rows: what the step is about first, each in the first row of its lane that is free.
    const placed = marks.map((mark) => {
      const { event } = mark
      const focus = view.events.includes(event.id)
      const size = unit * (focus ? 0.42 : 0.26)
      const start = event.point ? at(event.from + 0.5) - size : at(Math.max(event.from, view.from))
      const end = event.point ? at(event.to + 0.5) + size : at(Math.min(event.to, view.to) + 1)
      const out = event.to < view.from || event.from > view.to
      return { ...mark, focus, size, start, end, out, row: 0 }
    })
    const rows = {}
    for (const lane of lanes) {
      const free = []
      for (const one of placed.filter((p) => p.event.kind === lane.kind && p.focus && !p.out).sort((a, b) => a.start - b.start)) {
        one.row = free.findIndex((end) => end < one.start - 2)
        if (one.row < 0) one.row = free.length
        free[one.row] = one.end
      }
      rows[lane.kind] = Math.max(free.length, 1)
    }
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
    const step = Math.min((foot - tall - unit * 0.2) / all, unit * 1.35)
    let y = tall + unit * 0.1 + Math.max(foot - tall - unit * 0.2 - step * all, 0) / 2
    for (const lane of lanes) {
      const middle = y + step / 2
      lane.node.setAttribute("x", left - unit * 0.5)
      lane.node.setAttribute("y", y + (step * rows[lane.kind]) / 2 + unit * 0.28)
      lane.node.classList.toggle("off", narrow)
      lane.node.classList.toggle("dim", !placed.some((p) => p.focus && !p.out && p.event.kind === lane.kind))
      for (const [name, value] of Object.entries({ x1: 0, x2: width, y1: y, y2: y })) lane.line.setAttribute(name, value)
      for (const one of placed.filter((p) => p.event.kind === lane.kind)) one.y = middle + one.row * step
      y += step * rows[lane.kind]
    }
    const dated = []
    for (const one of placed) {
      const { node, when, event, focus, size } = one
      const middle = event.point ? (one.start + one.end) / 2 : one.start
      move(node, Math.min(Math.max(middle, left - width), 2 * width), one.y)
      node.classList.toggle("out", one.out)
      node.classList.toggle("focus", focus)
      node.classList.toggle("dim", !focus)
      for (const shape of node.querySelectorAll(".shape, .dot")) shape.style.transform = `scale(${size})`
      const wide = Math.max(one.end - one.start, 2)
      const bar = node.querySelector(".bar")
      if (bar) bar.style.transform = `scale(${unit})`
      if (bar) bar.style.width = `${wide / unit}px`
      const ends = event.point ? [-size * 1.25, size * 1.25] : [0, wide]
      node.querySelectorAll(".open").forEach((open, index) => {
        open.style.transform = `translate(${ends[index]}px, 0) scale(${unit * 0.4})`
      })
      const text = lengthOf(when)
      const from = one.end + unit * (event.unsure ? 0.7 : 0.35)
      const room = (start) => ({ left: start - 3, right: start + text + 3, top: one.y - unit * 0.4, bottom: one.y + unit * 0.4 })
      const fits = (start) =>
        start >= left && start + text <= width && !dated.some((other) => touching(room(start), other)) &&
        !placed.some((p) => p !== one && p.focus && !p.out && p.y === one.y && p.start < start + text + 4 && start - 4 < p.end)
      const before = one.start - text - unit * (event.unsure ? 0.7 : 0.35)
      const spot = fits(from) ? from : fits(before) ? before : null
      when.classList.toggle("off", !focus || one.out || spot === null)
      if (spot !== null) when.setAttribute("x", spot)
      if (spot !== null && focus && !one.out) dated.push(room(spot))
      when.setAttribute("y", one.y + unit * 0.3)
    }
  }
  return { show }
}

// The map: a ground that is drawn once and moved, and marks that keep their size. The ground is a
// picture of its own and comes in by fading: to redraw its outlines on every frame of a movement
// would take a weak classroom machine a second for each step.
const layer = (rows, offset) => {
  const inner = draw("g", { transform: `translate(${-offset} ${-offset})` })
  for (const row of rows) {
    const path = draw("path", { d: row.d, class: `land ${row.kind}` })
    if (row.id) path.dataset.id = row.id
    inner.append(path)
  }
  return draw("g", { class: "ground" }, inner)
}

const countMark = (region) => {
  const mark = draw("g", { class: `count${region.inferred ? " inferred" : ""}` })
  mark.dataset.id = region.id
  mark.append(draw("circle", { r: 0 }), draw("text", { class: "number" }), draw("text", { class: "name" }))
  mark.querySelector(".name").textContent = region.name
  return mark
}

const placeMark = (place) => {
  const mark = draw("g", { class: `place${place.known ? " known" : ""}` })
  mark.dataset.id = place.id
  mark.append(draw("path", { d: "M0 -1L1 0L0 1L-1 0Z" }), draw("text", { class: "name" }))
  mark.querySelector(".name").textContent = place.name
  return mark
}

const calm = matchMedia("(prefers-reduced-motion: reduce)")

const makeMap = (map, drawing) => {
  const land = draw("svg", { class: "under" })
  const svg = draw("svg", { class: "over" })
  map.replaceChildren(land, svg)
  let extent = null
  const coarse = layer(drawing.ground.coarse, drawing.offset)
  const fine = layer(drawing.ground.fine, drawing.offset)
  fine.classList.add("fine")
  const names = draw("g", { class: "names", "aria-hidden": "true" })
  const places = drawing.places.map((place) => ({ place, node: placeMark(place) }))
  const counts = drawing.regions.map((region) => ({ region, node: countMark(region) }))
  land.append(coarse, fine)
  svg.append(names, ...counts.map((one) => one.node), ...places.map((one) => one.node))

  const show = (view) => {
    const { width, height } = map.getBoundingClientRect()
    if (!width || !height) return
    for (const one of [land, svg]) one.setAttribute("viewBox", `0 0 ${width} ${height}`)
    const unit = unitOf(map)
    const moved = extent !== null && extent !== view.extent
    extent = view.extent
    if (moved && !calm.matches) land.animate([{ opacity: 0.15 }, { opacity: 1 }], { duration: 350 })
    const [left, top, right, bottom] = drawing.boxes[view.extent]
    const edge = unit * 0.8
    const scale = Math.min((width - 2 * edge) / (right - left), (height - 2 * edge) / (bottom - top))
    const dx = width / 2 - (scale * (left + right)) / 2
    const dy = height / 2 - (scale * (top + bottom)) / 2
    const at = (one) => [one.x * scale + dx, one.y * scale + dy]
    for (const ground of [coarse, fine]) move(ground, dx, dy, scale)
    fine.classList.toggle("off", !drawing.close.includes(view.extent))
    for (const path of land.querySelectorAll(".region"))
      path.classList.toggle("focus", view.regions.includes(path.dataset.id))
    // What is known to have happened "in Venezuela" and no closer lights the whole country.
    for (const path of land.querySelectorAll(".venezuela"))
      path.classList.toggle("focus", view.places.includes("venezuela"))

    // Every label takes its place unless another one that matters more is there already.
    const taken = []
    const inside = (box) => box.left >= 2 && box.right <= width - 2 && box.top >= 2 && box.bottom <= height - 2
    const settle = (text, x, y, away, first) => {
      const wide = lengthOf(text)
      const size = unit * 0.9
      for (const side of first === "left" ? ["left", "right"] : ["right", "left"]) {
        const from = side === "right" ? x + away : x - away - wide
        const box = { left: from - 3, right: from + wide + 3, top: y - size * 0.62, bottom: y + size * 0.62 }
        if (!inside(box) || taken.some((other) => touching(box, other))) continue
        taken.push(box)
        text.setAttribute("x", side === "right" ? away : -away)
        text.setAttribute("text-anchor", side === "right" ? "start" : "end")
        text.classList.remove("off")
        return
      }
      text.classList.add("off")
    }
    const reported = drawing.counts[view.counts] ?? {}
    const shown = counts.filter(({ region }) => reported[region.id])
    for (const { region, node } of counts) {
      const count = reported[region.id]
      const focus = view.regions.includes(region.id)
      const [x, y] = at(region)
      move(node, x, y)
      const radius = count ? Math.max(2.1 * unit * Math.sqrt(count.value / drawing.largest), unit * 0.2) : 0
      node.querySelector("circle").style.r = `${radius}px`
      node.classList.toggle("off", !count && !focus)
      node.classList.toggle("small", radius < unit * 0.5)
      node.classList.toggle("dim", !focus && view.regions.length > 0)
      node.querySelector(".number").textContent = count?.text ?? ""
      if (count) taken.push({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius })
      node.radius = radius
    }
    for (const { region, node } of [...shown].sort((a, b) => b.node.radius - a.node.radius)) {
      const [x, y] = at(region)
      const number = node.querySelector(".number")
      const name = node.querySelector(".name")
      const focus = view.regions.includes(region.id)
      // The number and the name are one label, set as one and parted by a thin space.
      number.textContent = focus ? `${region.name} ${reported[region.id].text}` : reported[region.id].text
      name.classList.add("off")
      settle(number, x, y, node.radius + unit * 0.25, region.left ? "left" : "right")
    }
    const loud = new Set(view.places)
    const order = [...places].sort((a, b) => loud.has(b.place.id) - loud.has(a.place.id))
    for (const { place, node } of order) {
      const [x, y] = at(place)
      const focus = loud.has(place.id)
      const quiet = place.known && !view.counts
      move(node, x, y)
      node.classList.toggle("off", !focus && !quiet)
      node.classList.toggle("focus", focus)
      node.querySelector("path").style.transform = `scale(${unit * (focus ? 0.5 : 0.3)})`
      if (focus || quiet) settle(node.querySelector(".name"), x, y, unit * 0.7, x > width * 0.6 ? "left" : "right")
    }
    for (const { region, node } of counts) {
      if (reported[region.id] || !view.regions.includes(region.id)) continue
      const [x, y] = at(region)
      node.querySelector(".number").textContent = ""
      settle(node.querySelector(".name"), x, y, unit * 0.9, region.left ? "left" : "right")
    }
    names.replaceChildren()
    for (const name of drawing.names[view.extent] ?? []) {
      const [x, y] = at(name)
      const text = draw("text", { "text-anchor": "middle", x, y })
      text.textContent = name.text
      names.append(text)
      const wide = lengthOf(text) / 2
      const box = { left: x - wide, right: x + wide, top: y - unit / 2, bottom: y + unit / 2 }
      if (!inside(box) || taken.some((other) => touching(box, other))) text.remove()
    }
  }
  return { show }
}

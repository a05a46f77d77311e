// The filter bar of a page whose answers are the server's: a finished choice is in the address
// at once, and the page runs once for it.
const drawFilters = defineComponent(".live-view", (root) => new LiveView(root))

export default drawFilters

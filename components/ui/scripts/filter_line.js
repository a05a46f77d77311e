// The line of filters where the page's answer is the server's: a finished choice is in the address at
// once, and the page runs for it once.
export default defineComponent(".answering", (root) => new Answering(root))

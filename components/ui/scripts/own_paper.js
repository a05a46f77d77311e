// The drawings for paper of a story that this tab has opened, by their names (see paper.js).
export default ({ data }) => {
  window.ownPaper = data.drawings
}

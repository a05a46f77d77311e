// An element with its text and class.
const element = (name, text, className) => {
  const made = document.createElement(name)
  if (text) made.textContent = text
  if (className) made.className = className
  return made
}

// Where what becomes of a button's work is said; screen readers read it out.
const status = () => {
  const made = element("span", "", "said")
  made.setAttribute("role", "status")
  return made
}

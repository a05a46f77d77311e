// Reads a bibliography from standard input; prints its entries, formatted or as CSL-JSON.
// node citation_js.cjs FOLDER FORMAT [STYLE]: FOLDER holds node_modules, STYLE is a CSL file.
const fs = require("fs");
const [folder, format, style] = process.argv.slice(2);
const load = require("module").createRequire(`${folder}/`);
const Cite = load("citation-js");
const text = fs.readFileSync(0, "utf8");
const cite = new Cite(format === "csljson" ? JSON.parse(text) : text);
if (style) {
  const config = load("@citation-js/core").plugins.config.get("@csl");
  config.templates.add("given", fs.readFileSync(style, "utf8"));
  const one = (item) => new Cite(item).format("bibliography", { template: "given", lang: "en-US" });
  console.log(JSON.stringify(Object.fromEntries(cite.data.map((item) => [item.id, one(item).trim()]))));
} else {
  console.log(JSON.stringify(cite.data));
}

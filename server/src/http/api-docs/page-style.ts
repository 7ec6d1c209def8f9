/**
 * What the page at `/api/docs` has no setting for: a phone shows it as wide as it is, it is dark where the device is, and its contents
 * lead to the guide's headings and to each group of calls.
 */
export const pageScript = `
document.head.insertAdjacentHTML("beforeend", '<meta name="viewport" content="width=device-width, initial-scale=1">');

const dark = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followTheme);
followTheme();

function addContents() {
  const guide = [...document.querySelectorAll(".info .renderedMarkdown h1")];
  const groups = [...document.querySelectorAll(".opblock-tag[data-tag]")];
  if (guide.length === 0 || groups.length === 0) return false;
  const nav = document.createElement("nav");
  nav.id = "contents";
  nav.setAttribute("aria-label", "Contents");
  for (const heading of [...guide, ...groups]) {
    const words = heading.dataset.tag ?? heading.textContent;
    heading.id ||= words.toLowerCase().replaceAll(" ", "-");
    const link = document.createElement("a");
    link.href = "#" + heading.id;
    link.textContent = words;
    link.dataset.kind = guide.includes(heading) ? "guide" : "calls";
    nav.append(link);
  }
  document.body.prepend(nav);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
  return true;
}
const watching = new MutationObserver(() => addContents() && watching.disconnect());
watching.observe(document.documentElement, { childList: true, subtree: true });
`;

/** Makes the page readable, on a phone too: nothing is wider than the screen, texts are as large as elsewhere, and nothing says nothing. */
export const pageStyle = `
#contents { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 16px; border-bottom: 1px solid #8884; font: 14px/1.5 sans-serif; color: #3b4151; }
html.dark-mode body { background: #1c2022; }
html.dark-mode .swagger-ui .opblock[class][class] .opblock-section-header[class] { background: #0004; }
html.dark-mode #contents { color: #e4e6e6; }
#contents a { padding: 6px 0; color: inherit; text-decoration: none; }
#contents a:hover { text-decoration: underline; }
#contents a[data-kind="guide"] { font-weight: 600; }
@media (min-width: 1100px) {
  #contents { position: fixed; inset: 0 auto 0 0; box-sizing: border-box; width: 232px; overflow-y: auto; flex-flow: column; flex-wrap: nowrap; border: 0; border-right: 1px solid #8884; }
  #contents a { padding: 3px 8px; }
  #contents a[data-kind="guide"] + a[data-kind="calls"] { margin-top: 16px; }
  #swagger-ui { margin-left: 232px; }
}
.swagger-ui .wrapper { padding: 0 16px; }
.swagger-ui .info { margin: 24px 0; overflow-wrap: anywhere; }
.swagger-ui .info .title small pre { font-size: 14px; }
.swagger-ui .info hgroup > a, .swagger-ui .response-control-media-type__accept-message, .swagger-ui .response-col_links { display: none; }
.swagger-ui .renderedMarkdown pre > code { display: block; overflow-x: auto; padding: 12px; white-space: pre; font-size: 13px; font-weight: 400; line-height: 1.5; }
.swagger-ui .renderedMarkdown code { padding: 1px 4px; font-size: 13px; font-weight: 400; }
html:not(.dark-mode) .swagger-ui .renderedMarkdown code { color: #24292f; }
html.dark-mode .swagger-ui .renderedMarkdown code { color: #e4e6e6; }
.swagger-ui .info h1 { margin: 32px 0 12px; font-size: 24px; }
.swagger-ui .info .renderedMarkdown { line-height: 1.6; }
.swagger-ui .info .renderedMarkdown :is(p, ul, ol) { max-width: 80ch; margin-inline: 0; }
.swagger-ui .info .renderedMarkdown pre { max-width: 120ch; margin-inline: 0; }
.swagger-ui .opblock .opblock-summary-operation-id { font-size: 13px; }
@media (max-width: 640px) {
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex-direction: column; align-items: flex-start; }
  .swagger-ui .opblock .opblock-summary-operation-id { flex: 1 0 100%; padding: 0 10px; text-align: start; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; padding: 0; }
  .swagger-ui table, .swagger-ui .responses-table, .swagger-ui .parameters { display: block; overflow-x: auto; }
}
`;

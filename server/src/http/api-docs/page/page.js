SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#swagger-ui",
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  // The guide refers to operations by id.
  displayOperationId: true,
});

// Swagger UI has no settings for these: following the device's dark mode, and links to the guide's headings and each group of calls.
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

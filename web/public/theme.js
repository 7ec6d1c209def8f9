// Sets theme, language, the list's width and the shell before the first paint (THEME-1, LIST-10, PERF-1b), with the same storage keys as
// the page's slices. WEB-11: records keys pressed before the page runs (src/platform/early-key.ts).
(function () {
  var page = document.documentElement;
  window.earlyKey = "";
  addEventListener(
    "keydown",
    function (event) {
      if (window.earlyKey === undefined) return;
      var isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      if (isSearch && page.dataset.shell) event.preventDefault();
      window.earlyKey = isSearch ? "search" : window.earlyKey || "key";
    },
    true,
  );
  try {
    var theme = localStorage.getItem("cuplaj.theme");
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    if (localStorage.getItem("language") === "en") page.lang = "en";
    var width = Number(localStorage.getItem("cuplaj.rooms-width"));
    if (width > 0) page.style.setProperty("--rooms-pane", width + "px");
    if (localStorage.getItem("token") !== null)
      if (/^\/(view\/|join\/|cerere$)/.test(location.pathname) && matchMedia("(width < 720px)").matches)
        page.dataset.shell = "room";
      else page.dataset.shell = localStorage.getItem("cuplaj.rooms-hidden") === "1" ? "header" : "list";
  } catch (error) {
    console.warn("Local storage is not to be had.", error);
  }
})();

// Sets theme and language before the first paint (THEME-1); web/src/theme and web/src/language keep the same keys.
(function () {
  var page = document.documentElement;
  try {
    var theme = localStorage.getItem("cuplaj.theme");
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    if (localStorage.getItem("language") === "en") page.lang = "en";
  } catch (error) {
    console.warn("Local storage is not to be had.", error);
  }
})();

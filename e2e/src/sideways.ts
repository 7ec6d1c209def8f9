/** Runs in the page: finds elements that scroll sideways, which none may. */
export function findSideways(): string[] {
  return [...document.querySelectorAll("*")]
    .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
    .filter(
      (element) => /auto|scroll/.test(getComputedStyle(element).overflowX) || element === document.documentElement,
    )
    .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} > ${element.clientWidth}`);
}

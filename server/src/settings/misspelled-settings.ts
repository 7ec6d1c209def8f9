/** RUN-6e: returns warnings about names that are not settings but are one edit away from one. */
export function misspelledSettings(given: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return given.flatMap((name) => {
    const meant = known.has(name) ? undefined : [...known].find((each) => isOneEditAway(name, each));
    return meant === undefined ? [] : [`${name} is not a setting and does nothing; did you mean ${meant}?`];
  });
}

function isOneEditAway(left: string, right: string): boolean {
  let same = 0;
  while (same < left.length && left[same] === right[same]) same += 1;
  const [restOfLeft, restOfRight] = [left.slice(same), right.slice(same)];
  const isSwapped =
    restOfLeft.slice(0, 2) === `${restOfRight[1]}${restOfRight[0]}` && restOfLeft.slice(2) === restOfRight.slice(2);
  const [fewerLeft, fewerRight] = [restOfLeft.slice(1), restOfRight.slice(1)];
  return isSwapped || fewerLeft === fewerRight || fewerLeft === restOfRight || restOfLeft === fewerRight;
}

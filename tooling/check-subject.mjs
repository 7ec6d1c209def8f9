/** The `commit-msg` hook that `npm run format` installs: refuses subjects that `npm run check` would refuse later. */
import { readFileSync } from "node:fs";

import { problemsOfSubject } from "./check-prose.mjs";

const [subject = ""] = readFileSync(process.argv[2] ?? "", "utf8").split("\n");
const problems = problemsOfSubject(subject);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

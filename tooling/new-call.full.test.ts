import { expect, test } from "vitest";
import { filesWithErrors, isThere, plantProduct, recipeFiles } from "./planted-product.ts";

/** How many code files, and how many existing ones among them, a new call and its screen may need, without tests. */
const filesMax = 14;
const existingMax = 5;

const before = (at: string, text: string) => (file: string) => file.replace(at, `${text}$&`);
const after = (at: string, text: string) => (file: string) => file.replace(at, `$&${text}`);

const endpoint = `  countPeople: {
    method: "GET",
    path: "/api/v1/made-up",
    limit: "reads",
    summary: "Count people",
    description: "Made up.",
    answers: { 200: shape("How many there are.", { people: Type.Integer() }, { people: 3 }) },
  },
`;
const endpoints = { "protocol/src/people-endpoints.ts": before("} as const satisfies", endpoint) };

const followed: Readonly<Record<string, (text: string) => string>> = {
  ...endpoints,
  "server/src/made-up/count-people.ts": () => `
import type { Outcome } from "../kernel/outcome.ts";
export interface PeopleStore { count(): Promise<number> }
export const countPeople = async (store: PeopleStore): Promise<Outcome<number>> =>
  ({ ok: true, value: await store.count() });
`,
  "server/src/made-up/store.pg.ts": () => `
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { PeopleStore } from "./count-people.ts";
const count = namedStatement<{ people: number }>("made-up-count", "select count(*)::int as people from participants");
export const createPeopleStore = (pool: StatementPool): PeopleStore => ({
  count: async () => (await count(pool, []))[0]?.people ?? 0,
});
`,
  "server/src/made-up/routes.ts": () => `
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { countPeople, type PeopleStore } from "./count-people.ts";
export const addMadeUpRoutes = (route: AddRoute, store: PeopleStore): void =>
  route(endpoints.countPeople, async () =>
    mapOk(await countPeople(store), (people) => ({ status: 200, body: { people } })));
`,
  "server/src/start/compose-api.ts": (text) =>
    `import { addMadeUpRoutes } from "../made-up/routes.ts";
import { createPeopleStore } from "../made-up/store.pg.ts";
${text.replace("addOfferListRoutes(route, slices);", "$&\n      addMadeUpRoutes(route, createPeopleStore(parts.pool));")}`,
  "server/src/testing/calls/sign-in-rows.ts": before(
    "  lookupUsers: {",
    "  countPeople: { access: { statuses: signedIn(200) } },\n",
  ),
  "web/src/made-up/made-up-shape.ts": () => `
import type { Nothing } from "../state/shape.ts";
declare module "../state/shape.ts" {
  interface AppState extends MadeUpState {}
  interface AppEvents extends MadeUpEvents {}
  interface AppEffects extends MadeUpEffects {}
}
export interface MadeUpState { readonly people: number | null }
export interface MadeUpEvents { "made-up/asked": Nothing; "made-up/counted": { readonly people: number } }
export interface MadeUpEffects { "call-count": object }
`,
  "web/src/made-up/made-up-state.ts": () => `
import { changed, type Handlers } from "../state/transition.ts";
import type { MadeUpEvents } from "./made-up-shape.ts";
export const madeUpHandlers: Handlers<keyof MadeUpEvents> = {
  "made-up/asked": (state) => changed(state, [{ type: "call-count" }]),
  "made-up/counted": (state, { people }) => changed({ ...state, people }),
};
`,
  "web/src/made-up/made-up-part.ts": () => `
import type { Part } from "../state/part.ts";
import type { MadeUpEffects, MadeUpEvents, MadeUpState } from "./made-up-shape.ts";
import { madeUpHandlers } from "./made-up-state.ts";
export const madeUpPart: Part<MadeUpState, MadeUpEvents, MadeUpEffects> = {
  initial: { people: null },
  handlers: madeUpHandlers,
  run: ({ api: { call }, settle }) => ({
    "call-count": () => settle(call("countPeople"), ({ people }) => ({ type: "made-up/counted", people })),
  }),
};
`,
  "web/src/made-up/late-ro.ts": () => `
export const ro = { madeUp: { people: "Oameni: {count}" } } as const;
type MadeUpWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends MadeUpWords {}
}
`,
  "web/src/made-up/late-en.ts": () => `
import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";
export const en: Said<typeof ro> = { madeUp: { people: "People: {count}" } };
`,
  "web/src/made-up/made-up-screen.tsx": () => `
import { useTranslations } from "use-intl";
import { useAppState, useDispatch } from "../state/app-context.ts";
export function MadeUpScreen() {
  const t = useTranslations("madeUp");
  const count = useAppState(({ people }) => String(people ?? "?"));
  const dispatch = useDispatch();
  return <button onClick={() => dispatch({ type: "made-up/asked" })}>{t("people", { count })}</button>;
}
`,
  "web/src/parts.ts": (text) =>
    `import { madeUpPart } from "./made-up/made-up-part.ts";\n${text.replace("  timers: timersPart,\n", '$&  "made-up": madeUpPart,\n')}`,
  "web/src/home/home-screen.tsx": (text) =>
    `import { MadeUpScreen } from "../made-up/made-up-screen.tsx";\n${after("<OffersButton />", "<MadeUpScreen />")(text)}`,
};

test("a new call with its screen takes the files of its recipe: at most 14, including at most 5 existing ones", () => {
  const recipe = recipeFiles("A new call with its screen").map((file) =>
    file.replaceAll("<slice>", "made-up").replaceAll("<call>", "count-people"),
  );
  expect(recipe.toSorted()).toEqual(Object.keys(followed).toSorted());
  expect(recipe.length).toBeLessThanOrEqual(filesMax);
  expect(recipe.filter(isThere).length).toBeLessThanOrEqual(existingMax);
  // The compiler demands the call's permission and its example.
  expect(filesWithErrors(plantProduct(endpoints), "server")).toEqual(["server/src/testing/calls/call-rows.ts"]);
  const tree = plantProduct(followed);
  expect([...filesWithErrors(tree, "web"), ...filesWithErrors(tree, "server")]).toEqual([]);
});

import { afterAll } from "vitest";
import { embedSecret, type HostName, type HostSite, loaderPage, plainPage, startHostSite } from "./host-site.ts";
import { type Stage, startStage } from "./stage.ts";

/** A product, a browser, and hosts whose pages show the product in frames. */
interface HostStage<Name extends string> extends Stage {
  readonly hosts: Readonly<Record<Name, HostSite>>;
  /** Where the product is. */
  readonly address: string;
}

/**
 * Starts them at the top of a `*.e2e.ts`; they end with the file. `entryOf` makes a host's entry of `EMBED_ORIGINS`, null for one that is
 * not listed; without it each is listed by its origin. Each host has a page for each of three people, one for nobody (`/`), and one
 * without the loader (`/plain`).
 */
export async function startHostStage<Name extends string>(
  names: Readonly<Record<Name, HostName>>,
  entryOf: (name: Name, origin: string) => string | null = (_name, origin) => origin,
): Promise<HostStage<Name>> {
  const sites: HostSite[] = [];
  afterAll(() => Promise.all(sites.map((site) => site.stop())));
  const started: Partial<Record<Name, HostSite>> = {};
  const entries: string[] = [];
  // The keys are those names.
  for (const name of Object.keys(names) as Name[]) {
    const site = await startHostSite(names[name]);
    sites.push(site);
    started[name] = site;
    const entry = entryOf(name, site.origin);
    if (entry !== null) entries.push(entry);
  }
  const stage = await startStage({ EMBED_ORIGINS: entries.join(), EMBED_SECRET: embedSecret });
  const { address } = stage.product;
  for (const { pages } of sites) {
    for (const person of ["ana", "radu", "nimeni"]) pages.set(`/${person}`, loaderPage(address, person));
    pages.set("/", loaderPage(address, null));
    pages.set("/plain", plainPage(address));
  }
  // All are started.
  return { ...stage, address, hosts: started as Record<Name, HostSite> };
}

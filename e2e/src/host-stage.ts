import { afterAll } from "vitest";
import { embedSecret, type HostName, type HostSite, loaderPage, plainPage, startHostSite } from "./host-site.ts";
import { type Stage, startStage } from "./stage.ts";

interface HostStage<Name extends string> extends Stage {
  readonly hosts: Readonly<Record<Name, HostSite>>;
  readonly address: string;
}

/** Starts the product, a browser and hosts. `entryOf` returns a host's entry in `EMBED_ORIGINS`, or null for none; by default that is its origin. */
export async function startHostStage<Name extends string>(
  names: Readonly<Record<Name, HostName>>,
  entryOf: (name: Name, origin: string) => string | null = (_name, origin) => origin,
): Promise<HostStage<Name>> {
  const sites: HostSite[] = [];
  afterAll(() => Promise.all(sites.map((site) => site.stop())));
  const started: Partial<Record<Name, HostSite>> = {};
  const entries: string[] = [];
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
  return { ...stage, address, hosts: started as Record<Name, HostSite> };
}

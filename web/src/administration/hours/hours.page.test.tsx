import { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { fireEvent, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { mountPage, refuse } from "../../testing/mounted.tsx";
import { publicSettings } from "../../testing/public-settings.ts";

const stored = exampleOf(OpeningHours);

async function openHours(hours: OpeningHours | null = stored) {
  const page = await mountPage({
    ...{ as: "radu", at: "/admin" },
    before: (server) => {
      const { world } = server;
      world.user = { ...world.user, roles: [{ name: "Administrator", permissions: ["rooms.view", "users.manage"] }] };
      server.answer("listAccounts", { accounts: [], total: 0, page: 1 });
      server.answer("viewHours", { hours });
      server.answer("changeHours", ({ body }) => ({ hours: body.hours }));
    },
  });
  const { find, screen, user, server } = page;
  const showHours = async () => user.click(await screen.findByText("Program de lucru"));
  await showHours();
  await find("button", { name: "Salvează programul" });
  const group = (name: string) => within(screen.getByRole("group", { name }));
  const press = async (name: string, within = screen) => user.click(within.getByRole("button", { name }));
  return {
    ...page,
    showHours,
    group,
    press,
    save: () => press("Salvează programul"),
    field: (day: string, label: string) => group(day).getByLabelText<HTMLInputElement>(label),
    write: (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } }),
    saved: () => server.calls("changeHours").map(({ body }) => body.hours),
  };
}

test("[HOURS-3] an administrator edits intervals, holidays, time zone and text, and the page then shows the effect", async () => {
  const page = await openHours();
  const { group, press, field, write, screen, user, server } = page;
  await screen.findByText("Acum: deschis");
  await press("Copiază și pentru marți–vineri", group("luni"));
  await press("Scoate intervalul 2", group("marți"));
  expect(document.activeElement).toBe(group("marți").getByRole("button", { name: "Adaugă un interval" }));
  await press("Adaugă un interval", group("duminică"));
  expect(document.activeElement).toBe(field("duminică", "Intervalul 1, de la"));
  write(field("duminică", "Intervalul 1, de la"), "20:00");
  write(field("duminică", "Intervalul 1, până la"), "00:00");
  await press("Adaugă o perioadă");
  write(screen.getByLabelText("Perioada 2, prima zi"), "2026-01-01");
  write(screen.getByLabelText("Perioada 2, ultima zi"), "2026-01-02");
  write(screen.getByLabelText("Fus orar"), "Europe/Chisinau");
  write(screen.getByLabelText("În engleză"), "  Call us. ");
  screen.getByText("Modificări nesalvate");
  const opens = new Date(2099, 10, 30, 8).toISOString();
  const closed = { open: false, next_open: opens, text: { ro: "", en: "" }, spans: [] };
  server.answer("settings", { ...publicSettings, hours: closed });
  await page.save();
  await screen.findByText("Programul de lucru e salvat.");
  const [monday = []] = stored.week;
  expect(page.saved()).toEqual([
    {
      time_zone: "Europe/Chisinau",
      week: [...[monday, monday.slice(0, 1), monday, monday, monday, stored.week[5]], [{ from: "20:00", to: "24:00" }]],
      closures: [{ from: "2026-01-01", to: "2026-01-02" }, ...stored.closures],
      text: { ...stored.text, en: "Call us." },
    },
  ]);
  expect(screen.queryByText("Modificări nesalvate")).toBeNull();
  await screen.findByText("Acum: închis; deschide luni, 30 noiembrie, la 8:00");
  expect(field("duminică", "Intervalul 1, până la").value).toBe("00:00");
  await user.click(screen.getByText("Mereu deschis"));
  await page.save();
  await vi.waitFor(() => expect(page.saved().at(-1)).toBeNull(), patient);
});

test("[HOURS-3] unsaved changes stay while other sections and pages are shown, until they are discarded", async () => {
  const page = await openHours(null);
  const { screen, user, press, field, write } = page;
  expect(screen.queryByRole("group", { name: "luni" })).toBeNull();
  await user.click(screen.getByText("După program"));
  write(field("luni", "Intervalul 1, de la"), "07:30");
  await user.click(screen.getByText("Oameni"));
  await page.goTo("/");
  await page.goTo("/admin");
  await page.showHours();
  await vi.waitFor(() => expect(field("luni", "Intervalul 1, de la").value).toBe("07:30"), patient);
  await press("Renunță la modificări");
  expect(screen.queryByRole("group", { name: "luni" })).toBeNull();
});

test("[HOURS-3a] incomplete, reversed and overlapping times are pointed out and not sent", async () => {
  const page = await openHours();
  const { screen, press, group, field, write } = page;
  await press("Adaugă un interval", group("duminică"));
  write(field("sâmbătă", "Intervalul 1, până la"), "08:00");
  write(field("luni", "Intervalul 2, de la"), "12:00");
  write(screen.getByLabelText("Perioada 1, ultima zi"), "2026-12-23");
  write(screen.getByLabelText("Fus orar"), "Europe/Nicăieri");
  await page.save();
  group("duminică").getByText("Completează începutul și sfârșitul.");
  group("sâmbătă").getByText("Sfârșitul trebuie să fie după început.");
  group("luni").getByText("Intervalele nu se pot suprapune.");
  group("Sărbători și zile libere").getByText("Sfârșitul trebuie să fie după început.");
  screen.getByText(/^Nu există fusul orar acesta/);
  await vi.waitFor(() => expect(document.activeElement).toBe(field("luni", "Intervalul 1, de la")), patient);
  await press("Adaugă un interval", group("luni"));
  await page.save();
  await vi.waitFor(() => expect(document.activeElement).toBe(field("luni", "Intervalul 3, de la")), patient);
  expect(page.saved()).toEqual([]);
});

test("[HOURS-3a] a refusal is shown at its field or below the form, and what was typed stays", async () => {
  const page = await openHours();
  const { server, group, field, write, screen } = page;
  server.answer("changeHours", refuse("invalid", { errors: { "hours.week.0.1.from": ["Nu e valid."] } }));
  write(field("luni", "Intervalul 2, de la"), "14:00");
  await page.save();
  await group("luni").findByText(/^Serverul nu acceptă/);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field("luni", "Intervalul 2, de la").value).toBe("14:00");
  await vi.waitFor(() => expect(document.activeElement).toBe(field("luni", "Intervalul 1, de la")), patient);
  write(field("luni", "Intervalul 2, de la"), "15:00");
  expect(group("luni").queryByText(/^Serverul nu acceptă/)).toBeNull();
  server.answer("changeHours", refuse("invalid", { errors: { hours: ["Nu e valid."] } }));
  await page.save();
  expect((await page.find("alert")).textContent).toContain("Ce ai scris nu e valid.");
  server.answer("changeHours", "offline");
  await page.save();
  await screen.findByText(/^Fără conexiune la server/);
  expect(field("luni", "Intervalul 2, de la").value).toBe("15:00");
});

test("[HOURS-3] what is edited while saving stays unsaved", async () => {
  const page = await openHours();
  const { server, screen, field, write } = page;
  const release = server.hold("changeHours");
  write(field("luni", "Intervalul 1, de la"), "07:00");
  await page.save();
  write(field("luni", "Intervalul 1, de la"), "06:00");
  release();
  await screen.findByText("Modificări nesalvate");
  expect(field("luni", "Intervalul 1, de la").value).toBe("06:00");
  expect(page.saved()[0]?.week[0]?.[0]?.from).toBe("07:00");
});

test("[HOURS-3] hours that cannot be loaded are reported, and are loaded again once they can be", async () => {
  const page = await openHours();
  page.server.answer("viewHours", "offline");
  await page.user.click(page.screen.getByText("Oameni"));
  await page.showHours();
  await page.find("heading", { name: "Nu s-a încărcat" });
  page.server.answer("viewHours", { hours: null });
  await page.pass(30_000);
  await vi.waitFor(() => expect(page.screen.queryByRole("group", { name: "luni" })).toBeNull(), patient);
});

import { changedLines, offerOf, people } from "./offer-plan.ts";

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const json = (value: object): string => `${literal(JSON.stringify(value))}::jsonb`;

const { lines, vehicle } = offerOf(1, 1);
const { make, model, year, engine, vin, plate } = vehicle;
const rowsOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `(${row.join(", ")})`).join(",\n  ");
const lineRows = lines.map((sent, index) => [
  ...[":offer", index + 1, sent.id, ...[sent.code, sent.brand, sent.name].map(literal), sent.qty, sent.unit_price],
  ...[sent.vat_rate, sent.stock, sent.delivery_days, literal(sent.status)],
]);
const members = [...people.staff, ":customer"];
const changed = offerOf(1, 2).lines.filter(({ id }) => changedLines.some((line) => line === id));
const changes = changedLines.flatMap((id) => [
  { what: "price", line_id: id, from: "214.50", to: "199.90" },
  { what: "stock", line_id: id, from: "4", to: "0" },
]);

/**
 * A pgbench script that writes a new offer and its next version as ordinary programs would: one transaction each, with a prepared statement per table
 * or changed line.
 */
export const offerRows = `\\set customer random(${people.firstCustomer}, ${people.firstCustomer + people.customers - 1})
begin;
insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at)
  values (nextval('bench_offers'), :customer, 'sent', 1, ${[make, model].map(literal).join(", ")}, ${year}, ${[engine, vin, plate].map(literal).join(", ")},
    '2030-01-31T22:00:00Z', now()) returning id as offer \\gset
insert into offer_lines (offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status) values
  ${rowsOf(lineRows)};
insert into rooms (offer_id, customer_id, last_seq, members_seq, active_minute) values (:offer, :customer, 3, 3, room_minute(now())) returning id as room \\gset
insert into memberships (room_id, participant_id, joined_seq) values
  ${rowsOf(members.map((person, index) => [":room", person, index + 1]))};
insert into room_events (room_id, seq, kind, participant_id, members_total, created_at) values
  ${rowsOf(members.map((person, index) => [":room", index + 1, "'join'", person, index + 1, "now()"]))};
commit;
begin;
select version from offers where id = :offer for update;
insert into offer_versions (offer_id, version, content, replaced_at) values (:offer, 1, ${json(offerOf(1, 1))}, now());
update offers set version = 2, updated_at = now() where id = :offer;
${changed.map(({ id, unit_price: price, stock }) => `update offer_lines set unit_price = ${price}, stock = ${stock} where offer_id = :offer and id = ${id};`).join("\n")}
update rooms set last_seq = last_seq + 1, active_minute = greatest(active_minute, room_minute(now()))
  where id = :room returning last_seq \\gset
insert into room_events (room_id, seq, kind, participant_id, payload, created_at)
  values (:room, :last_seq, 'offer', ${people.program}, ${json({ version: 2, status: "sent", changes, changes_total: changes.length })}, now());
commit;
`;
export const offersPerRun = 2;

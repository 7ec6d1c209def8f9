import { changedLines, linesPerOffer, offerOf, people } from "./offer-plan.ts";

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const json = (value: object): string => `${literal(JSON.stringify(value))}::jsonb`;

const { lines, vehicle } = offerOf(1, 1);
const [line = lines[0]] = lines;
if (line === undefined) throw new Error("an offer has lines");
const { make, model, year, engine, vin, plate } = vehicle;
/** Who joins, in the order of their ids. */
const members = `array[${[...people.staff, ":customer"].join(", ")}]::bigint[]`;
const changes = changedLines.flatMap((id) => [
  { what: "price", line_id: id, from: "214.50", to: "199.90" },
  { what: "stock", line_id: id, from: "4", to: "0" },
]);

/**
 * A script of pgbench that writes the rows of an offer that is made and of its next version, each in a transaction of as few prepared
 * statements as there can be (members join a room that is there): it compares nothing, and finds no customer.
 */
export const offerRows = `\\set customer random(${people.firstCustomer}, ${people.firstCustomer + people.customers - 1})
begin;
with made as (
  insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at)
  values (nextval('bench_offers'), :customer, 'sent', 1, ${[make, model].map(literal).join(", ")}, ${year}, ${[engine, vin, plate].map(literal).join(", ")},
    '2030-01-31T22:00:00Z', now()) returning id
), lines as (
  insert into offer_lines (offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
  select made.id, n, n, '1K0 615 ' || 300 + n || ' AA', ${literal(line.brand)}, ${literal(line.name)}, 1 + n % 4, 214.50, 21, 4, 1, 'offered'
  from made, generate_series(1, ${linesPerOffer}) n
), room as (
  insert into rooms (offer_id, last_seq, members_seq, active_minute) select id, 3, 3, room_minute(now()) from made returning id
)
select made.id as offer, room.id as room from made, room \\gset
with members as (
  insert into memberships (room_id, participant_id, joined_seq)
  select :room, person, n from unnest(${members}) with ordinality as member (person, n)
)
insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
select :room, n, 'join', person, n, now() from unnest(${members}) with ordinality as member (person, n);
commit;
with earlier as (
  insert into offer_versions (offer_id, version, content, replaced_at) values (:offer, 1, ${json(offerOf(1, 1))}, now())
), offer as (
  update offers set version = 2, updated_at = now() where id = :offer
), lines as (
  update offer_lines set unit_price = 199.90, stock = 0 where offer_id = :offer and id in (${changedLines.join(", ")})
), head as (
  update rooms set last_seq = last_seq + 1, active_minute = greatest(active_minute, room_minute(now()))
  where id = :room returning last_seq
)
insert into room_events (room_id, seq, kind, participant_id, payload, created_at)
select :room, last_seq, 'offer', ${people.program}, ${json({ version: 2, status: "sent", changes, changes_total: changes.length })}, now() from head;
`;
/** Offers that one run of the script writes. */
export const offersPerRun = 2;

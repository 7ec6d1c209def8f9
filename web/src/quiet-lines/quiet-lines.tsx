import { Fragment, type ReactNode } from "react";
import { linesCountedMax } from "@cuplaj/protocol/limits.ts";
import { useLocale, useTranslations } from "use-intl";
import { hourLabel, longDateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import type { LineCounts } from "../state/history/history-shape.ts";
import type { Participant } from "../state/entities.ts";
import type { AfterHours } from "../state/opening-hours.ts";
import { OfferUpdateText } from "./offer-update-text.tsx";
import { IsSpoken, RequestUpdateText } from "./request-update-text.tsx";
import { namedInSentence, PersonName } from "../state/participants/person-name.tsx";
import { useReader } from "../state/participants/reader.ts";
import type { LineGroup, MemberLine, NamedLine, QuietOfferLine } from "../state/history/group-lines.ts";
import { type PeopleLine, sentenceOf } from "./line-sentence.ts";
import styles from "./quiet-lines.module.css";

export function QuietLines({ group }: { readonly group: LineGroup }) {
  return (
    <div className={styles["lines"]} data-lines="">
      {group.kind === "each" ? (
        group.lines.map((line) => (
          <p key={line.seq}>
            <LineText line={line} />
          </p>
        ))
      ) : (
        <p>
          <GroupText group={group} />
        </p>
      )}
    </div>
  );
}

export const SpokenLines = ({ group }: { readonly group: LineGroup }) => (
  <IsSpoken value={true}>
    {group.kind === "each" ? <Sentences lines={group.lines} /> : <GroupText group={group} />}
  </IsSpoken>
);

function LineText({ line }: { readonly line: NamedLine }) {
  if (line.kind === "offer") return <OfferUpdateText update={line.update} />;
  if (line.kind === "request") return <RequestUpdateText {...line} />;
  return line.kind === "after-hours" ? <AfterHoursText {...line} /> : <PeopleText line={line} />;
}

/** HOURS-4: names the date, since "tomorrow" would soon be wrong. */
function AfterHoursText({ nextOpen }: AfterHours) {
  const t = useTranslations("lines");
  const locale = useLocale();
  if (nextOpen === null) return t("afterHours");
  const at = parseTimestamp(nextOpen);
  return t("afterHoursUntil", { day: longDateLabel(at, locale), time: hourLabel(at, locale) });
}

function PeopleText({ line }: { readonly line: PeopleLine }) {
  const t = useTranslations("lines");
  const { key, names } = sentenceOf(line, useReader());
  return t.rich(key, { ...names, b: namedInSentence });
}

const Sentences = ({ lines }: { readonly lines: readonly NamedLine[] }) => (
  <Parts
    parts={lines.map((line) => (
      <LineText key={line.seq} line={line} />
    ))}
  />
);

const sentences = (key: string, lines: readonly NamedLine[]) =>
  lines.length > 0 && <Sentences key={key} lines={lines} />;

function GroupText({ group }: { readonly group: Exclude<LineGroup, { kind: "each" }> }) {
  const t = useTranslations("lines");
  switch (group.kind) {
    case "many":
      return t("many", { count: linesCountedMax });
    case "counted":
      return <Counted counts={group.counts} />;
    case "named":
      return <Named group={group} />;
  }
}

function Named({ group }: { readonly group: Extract<LineGroup, { kind: "named" }> }) {
  const t = useTranslations("lines");
  const { joined, left, moved, takeOvers, offers, requests, afterHours } = group;
  const { accepted, declined, named } = decidedIn(offers);
  const last = [...named, ...namedOf(requests), ...namedOf(afterHours)];
  return (
    <Parts
      parts={[
        joined.length > 0 && <People key="joined" lines={joined} many="manyJoined" />,
        sentences("moved", moved),
        takeOvers.length > changesNamedMax && t("holderChanged", { count: takeOvers.length }),
        sentences("take-overs", namedOf(takeOvers)),
        offers.length > changesNamedMax && t("offerChanged", { count: offers.length }),
        accepted > 0 && t("linesAccepted", { count: accepted }),
        declined > 0 && t("linesDeclined", { count: declined }),
        sentences("last", last),
        left.length > 0 && <People key="left" lines={left} many="manyLeft" />,
      ]}
    />
  );
}

/**
 * If there are more holder or offer changes than this, they are counted and one is named: the last that changed a status, or the last if none did.
 */
const changesNamedMax = 2;

function namedOf(lines: readonly NamedLine[]): readonly NamedLine[] {
  if (lines.length <= changesNamedMax) return lines;
  const named = lines.findLast(changesState) ?? lines.at(-1);
  return named === undefined ? [] : [named];
}

/**
 * OFF-6d: how many lines the customer accepted and declined, each by its last decision. Decisions that staff made for the customer are named
 * separately and never counted.
 */
function decidedIn(lines: readonly QuietOfferLine[]) {
  const decisions = lines.flatMap(({ update: { by, decision, changes } }) =>
    by.kind === "customer" || decision
      ? changes.map(({ lineId, to }) => [lineId, decision?.isOnBehalf === true ? null : to] as const)
      : [],
  );
  const own = [...new Map(decisions).values()].filter((to) => to !== null);
  if (lines.length <= changesNamedMax || own.length < 2) return { accepted: 0, declined: 0, named: namedOf(lines) };
  const count = (state: string): number => own.filter((to) => to === state).length;
  const named = lines.filter(({ update }) => update.changes.some(({ what }) => what === "status")).slice(-1);
  const onBehalf = lines.filter(({ update }) => update.decision?.isOnBehalf);
  return { accepted: count("accepted"), declined: count("declined"), named: [...named, ...namedOf(onBehalf)] };
}

/** Whether a line's or the offer's status changed, which matters more than a price (OFF-6d). */
const changesState = (line: NamedLine): boolean =>
  line.kind === "offer" && line.update.changes.some(({ what }) => what === "status" || what === "line_status");

const peopleNamedMax = 3;

interface PeopleProps {
  readonly lines: readonly MemberLine[];
  readonly many: "manyJoined" | "manyLeft";
}

const People = (props: PeopleProps) =>
  props.lines.length === 1 ? <Sentences lines={props.lines} /> : <Many {...props} />;

function Many({ lines, many }: PeopleProps) {
  const t = useTranslations("lines");
  return t.rich(many, { who: () => <Names people={lines.map(({ person }) => person)} /> });
}

function Names({ people }: { readonly people: readonly Participant[] }) {
  const t = useTranslations("lines");
  if (people.length > peopleNamedMax) {
    const named = people.slice(0, peopleNamedMax - 1);
    return t.rich("andMore", { who: () => <Listed people={named} />, count: people.length - named.length });
  }
  return t.rich("and", {
    who: () => <Listed people={people.slice(0, -1)} />,
    name: people.at(-1)?.name ?? "",
    b: namedInSentence,
  });
}

const Listed = ({ people }: { readonly people: readonly Participant[] }) =>
  people.map(({ id, name }, i) => (
    <Fragment key={id}>
      {i > 0 && ", "}
      <PersonName name={name} />
    </Fragment>
  ));

function Counted({ counts }: { readonly counts: LineCounts }) {
  const t = useTranslations("lines");
  const { joined, left, takeOvers, offers, requests, afterHours, unknown } = counts;
  if (unknown > 0) return t("some", { count: Object.values(counts).reduce((sum, count) => sum + count) });
  return (
    <Parts
      parts={[
        joined > 0 && t("joins", { count: joined }),
        left > 0 && t("leaves", { count: left }),
        takeOvers > 0 && t("holderChanged", { count: takeOvers }),
        offers > 0 && t("offerChanged", { count: offers }),
        requests > 0 && t("requestChanged", { count: requests }),
        afterHours > 0 && t("afterHoursCounted", { count: afterHours }),
      ]}
    />
  );
}

function Parts({ parts }: { readonly parts: readonly (ReactNode | false)[] }) {
  return parts
    .filter((part) => part !== false)
    .map((part, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- a line's parts never change their order
      <Fragment key={i}>
        {i > 0 && " · "}
        {part}
      </Fragment>
    ));
}

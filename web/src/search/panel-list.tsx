import { Clock, type LucideIcon, Search as Glass, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import chosen from "../design/chosen.module.css";
import { classNames } from "../design/class-names.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { type PanelGroup, type PanelOption, bestFound, nearFirst, type SwitcherRoom } from "./panel-options.ts";
import styles from "./suggestions.module.css";
import { Marked } from "../design/marked.tsx";
import { RowFace } from "../design/person-mark.tsx";
import { faceOf, useRoomNames } from "../state/rooms/room-subject.ts";
import { titleOf } from "../state/rooms/room-title.ts";
import { useTitleWords } from "../state/rooms/use-room-title.ts";
import type { FoundRoom } from "../state/search/search-shape.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { UnreadBadge } from "../design/unread-badge.tsx";
import { shownUnread } from "../state/selectors.ts";

interface PanelListProps {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly PanelGroup[];
  readonly active: number;
  readonly text: string;
  readonly onChoose: (option: PanelOption) => void;
}

/** A listbox that the field controls; the focus stays in the field. */
export function PanelList({ id, label, groups, active, text, onChoose }: PanelListProps) {
  const t = useTranslations("search");
  const list = useRef<HTMLDivElement>(null);
  const firsts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { options }) => sum + options.length, 0));
  const recent = groups.find(({ name }) => name === "recent");
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div className={styles["lists"]}>
      <div ref={list} id={id} role="listbox" aria-label={label}>
        {groups.map(({ name, options }, at) => (
          <div
            key={name}
            role="group"
            aria-label={name === "all" ? t("results") : t(name)}
            className={classNames(styles["group"], name === "all" && styles["all"])}
          >
            {name !== "all" && (
              <p className={styles["heading"]} aria-hidden="true">
                {t(name)}
              </p>
            )}
            {options.map((option, index) => {
              const position = (firsts[at] ?? 0) + index;
              return (
                <div
                  key={option.key}
                  id={`${id}-${position}`}
                  role="option"
                  aria-selected={position === active}
                  tabIndex={-1}
                  className={classNames(styles["option"], position === active && chosen["chosen"])}
                  data-kind={option.kind}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(option)}
                  onKeyDown={undefined}
                >
                  <Option option={option} text={text} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {recent && <Droppers options={recent.options} />}
    </div>
  );
}

function Option({ option, text }: { readonly option: PanelOption; readonly text: string }): ReactNode {
  const t = useTranslations("search");
  switch (option.kind) {
    case "room":
      return <SwitcherRow room={option.room} />;
    case "customer":
      return (
        <PlainOption Sign={Glass} note={t("customerRooms", { count: option.customer.roomCount })}>
          {option.customer.person.name}
        </PlainOption>
      );
    case "recent":
      return <PlainOption Sign={Clock}>{option.text}</PlainOption>;
    case "all":
      return <PlainOption Sign={Glass}>{t("all", { text: text.trim() })}</PlainOption>;
    case "found":
      return <FoundSummary found={option.found} />;
  }
}

interface PlainOptionProps {
  readonly Sign: LucideIcon;
  readonly note?: string;
  readonly children: ReactNode;
}

function PlainOption({ Sign, note, children }: PlainOptionProps) {
  return (
    <>
      <span className={styles["sign"]}>
        <Sign size={16} aria-hidden="true" />
      </span>
      <span className={styles["words"]}>
        <bdi>{children}</bdi>
      </span>
      {note !== undefined && <span className={styles["note"]}>{note}</span>}
    </>
  );
}

/** FIND-3e: the delete buttons of recent searches overlay their rows, since an option may not contain a button. */
function Droppers({ options }: { readonly options: readonly PanelOption[] }) {
  const t = useTranslations("search");
  const dispatch = useDispatch();
  return (
    <ul className={styles["droppers"]}>
      {options.map(
        (option) =>
          option.kind === "recent" && (
            <li key={option.key}>
              <IconButton
                label={t("dropRecent", { text: option.text })}
                tipSide="left"
                isSmall
                onClick={() => dispatch({ type: "search/recent-dropped", text: option.text })}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ),
      )}
    </ul>
  );
}

export function FoundSummary({ found }: { readonly found: FoundRoom }) {
  const { room } = found;
  const face = useAppState((state) => faceOf(state, room));
  const { subject } = useRoomNames(room);
  return (
    <>
      <RowFace person={face} />
      <span className={styles["words"]}>
        <bdi>{subject}</bdi>
        <span className={styles["second"]}>
          <Best found={found} />
        </span>
      </span>
      <span className={styles["note"]}>{titleOf(room).id}</span>
    </>
  );
}

function Best({ found }: { readonly found: FoundRoom }) {
  const t = useTranslations("search.in");
  const best = bestFound(found);
  if (best === null) return null;
  const { text, ranges } = nearFirst(best.kind === "find" ? best.find : { ...best.hit, text: best.hit.excerpt });
  return (
    <>
      <bdi>{best.kind === "find" ? t(best.find.in) : best.hit.author.name}</bdi>:{" "}
      <bdi>
        <Marked text={text} ranges={ranges} />
      </bdi>
    </>
  );
}

function SwitcherRow({
  room: { roomId, person, title, name, vehicle, number, other },
}: {
  readonly room: SwitcherRoom;
}) {
  const t = useTranslations("search.in");
  const titleWords = useTitleWords();
  const unread = useAppState((state) => shownUnread(state, roomId));
  const words = [name, vehicle].filter(({ text }) => text !== "");
  return (
    <>
      <RowFace person={person} />
      <span className={styles["words"]} data-unread={unread > 0}>
        {words.map((each, index) => (
          <span key={each === vehicle ? "vehicle" : "name"}>
            {index > 0 && " · "}
            <bdi>
              <Marked {...each} />
            </bdi>
          </span>
        ))}
        {words.length === 0 && titleWords(title)}
        {other.length > 0 && (
          <span className={styles["second"]}>
            {other.map((each) => (
              <bdi key={each.text}>
                <Marked {...each} />
              </bdi>
            ))}
          </span>
        )}
      </span>
      <span className={styles["note"]}>
        <VisuallyHidden>{t("number")} </VisuallyHidden>
        <Marked {...number} />
      </span>
      <UnreadBadge count={unread} />
    </>
  );
}

import { useTranslations } from "use-intl";
import { Avatar } from "../presence/person-mark.tsx";
import { useFoundSubject } from "./found-subject.ts";
import { Marked } from "./marked.tsx";
import styles from "./search-panel.module.css";
import type { FoundRoom } from "./search-shape.ts";

/** What the server found in a room, in the panel: the room, and the first thing found there. */
export function FoundSummary({ found: { room, finds, hits } }: { readonly found: FoundRoom }) {
  const t = useTranslations("search");
  const { person, subject } = useFoundSubject(room);
  const [find, hit] = [finds[0], hits[0]];
  return (
    <>
      {person ? <Avatar name={person.name} kind={person.kind} /> : <span className={styles["faceless"]} />}
      <span className={styles["words"]}>
        <bdi>{subject}</bdi>
        <span className={styles["second"]}>
          {find ? (
            <>
              {t(`in.${find.in}`)}: <Marked text={find.text} ranges={find.ranges} />
            </>
          ) : (
            hit && (
              <>
                <bdi>{hit.author.name}</bdi>: <Marked text={hit.excerpt} ranges={hit.ranges} />
              </>
            )
          )}
        </span>
      </span>
      <span className={styles["note"]}>{room.offerNumber}</span>
    </>
  );
}

import { useTranslations } from "use-intl";
import { Marked } from "../design/marked.tsx";
import { RowFace } from "../design/person-mark.tsx";
import { faceOf, useRoomNames } from "../state/rooms/room-subject.ts";
import { useAppState } from "../state/app-context.ts";
import { bestFound } from "./best-found.ts";
import { nearFirst } from "./excerpt-start.ts";
import styles from "./suggestions.module.css";
import type { FoundRoom } from "./search-shape.ts";

/** What the server found in a room, in the panel: the room, and what was found there that says most. */
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
      <span className={styles["note"]}>{room.offerNumber}</span>
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

import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import type { RoomId } from "../state/entities.ts";
import { othersHere } from "./presence-state.ts";
import { useAppState } from "../state/app-context.ts";
import { PersonMark } from "./person-mark.tsx";

const marksMax = 4;

/** The other people present, as small signs by kind; names are read aloud. */
export function HereMarks({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const people = useAppState(useShallow((state) => othersHere(state, roomId)));
  if (people.length === 0) return null;
  const names = people.map(({ name, kind }) => t("presence.person", { name, kind: t(`kind.${kind}`) }));
  return (
    <>
      {people.slice(0, marksMax).map(({ id, kind }) => (
        <PersonMark key={`${kind}-${id}`} kind={kind} />
      ))}
      <VisuallyHidden>{t("presence.online", { names: names.join("; ") })}</VisuallyHidden>
    </>
  );
}

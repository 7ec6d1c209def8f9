import { Copy, UserCheck, UserMinus } from "lucide-react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { isGoing, putOutId } from "../../state/participants/colleagues-state.ts";
import { MenuItem } from "../../design/menu.tsx";
import { OpenerMenu } from "../../design/opener-menu.tsx";
import { copyText } from "../../platform/page/page.ts";
import { useSilenceItem } from "../../silences/use-silence-item.ts";
import type { Participant, RoomId } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";

interface PersonMenuProps {
  readonly person: Participant;
  readonly putOutOf: RoomId | undefined;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

export function PersonMenu({ person, putOutOf, button, onClose }: PersonMenuProps) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const isLeaving = useAppState((state) => putOutOf !== undefined && isGoing(state, putOutOf, person));
  const silenceItem = useSilenceItem(person);
  const { name } = person;

  async function copy() {
    const isCopied = await copyText(name);
    dispatch({
      type: "alerts/raised",
      alertType: isCopied ? "success" : "danger",
      text: {
        kind: "text",
        text: t(isCopied ? "people.nameCopied" : "errors.unexpected"),
      },
    });
  }

  if (!button.current) return null;
  return (
    <OpenerMenu label={t("people.menu", { name })} opener={button.current} onClose={onClose}>
      {silenceItem && <MenuItem {...silenceItem} />}
      <MenuItem label={t("people.copyName")} Sign={Copy} onSelect={() => void copy()} />
      {putOutOf !== undefined && (
        <MenuItem
          label={t(isLeaving ? "colleagues.keep" : "colleagues.putOut")}
          Sign={isLeaving ? UserCheck : UserMinus}
          onSelect={() =>
            isLeaving
              ? dispatch({ type: "undo/asked", id: putOutId(putOutOf, person) })
              : dispatch({ type: "colleagues/put-out-asked", roomId: putOutOf, person })
          }
        />
      )}
    </OpenerMenu>
  );
}

import { Copy, UserCheck, UserMinus } from "lucide-react";
import type { RefObject, SyntheticEvent } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { isGoing, putOutId } from "../../state/participants/colleagues-state.ts";
import { MenuItem, PointMenu } from "../../design/menu.tsx";
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

  // The row would clip the menu, and nothing outside a modal dialog can be pressed.
  const container = button.current?.closest("dialog") ?? button.current?.ownerDocument.body;
  if (!button.current || !container) return null;
  const { left, bottom } = button.current.getBoundingClientRect();
  return createPortal(
    <PointMenu
      label={t("people.menu", { name })}
      at={{ x: left, y: bottom }}
      onClose={onClose}
      // The list around the button must not react to this key.
      onKeyDown={stop}
      onClick={stop}
      onPointerDown={stop}
      onContextMenu={(event) => {
        event.preventDefault();
        stop(event);
      }}
      onInteractOutside={(event) => {
        if (event.target instanceof Node && button.current?.contains(event.target) === true) event.preventDefault();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        button.current?.focus({ preventScroll: true });
      }}
    >
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
    </PointMenu>,
    container,
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

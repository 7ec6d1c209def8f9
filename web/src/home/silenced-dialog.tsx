import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Blank } from "../design/notice.tsx";
import { focusNextRow } from "../platform/input/focus.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { me, ownerKey } from "../state/selectors.ts";
import styles from "../conversation/members/members-dialog.module.css";
import { PersonRow } from "../conversation/members/person-row.tsx";

const nobody: readonly never[] = [];

export function SilencedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const silenced = useAppState((state) => me(state)?.silenced ?? nobody);
  const names = useAppState(useShallow((state) => silenced.map(({ id }) => state.named[id]?.name)));
  const ending = useAppState(({ silencing }) => silencing);
  const dispatch = useDispatch();
  useEffect(() => dispatch({ type: "people/names-wanted", ids: silenced.map(({ id }) => id) }), [silenced, dispatch]);
  return (
    <Dialog title={t("silence.list")} closeLabel={t("app.close")} onClose={onClose}>
      {silenced.length === 0 ? (
        <Blank title={t("silence.nobody")} hint={t("silence.hint")} />
      ) : (
        <>
          <p className={styles["count"]}>{t("silence.hint")}</p>
          <ul>
            {silenced.map(({ id, kind }, index) => {
              const person = { id, kind, name: names[index] ?? t("people.nameless") };
              return (
                <PersonRow key={ownerKey(person)} person={person} note={t(`kind.${kind}`)}>
                  <Button
                    ref={focusNextRow}
                    isBusy={ending[ownerKey(person)] !== undefined}
                    aria-label={t("silence.end", { name: person.name })}
                    onClick={() => dispatch({ type: "silence/asked", person, isSilenced: false })}
                  >
                    {t("silence.listEnd")}
                  </Button>
                </PersonRow>
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
}

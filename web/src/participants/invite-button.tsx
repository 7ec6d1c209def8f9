import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { paths } from "../state/navigation/paths.ts";
import { useDispatch } from "../state/app-context.ts";
import { toComposer } from "./to-composer.ts";

/** ROOM-15a: finds the customer on the administration's page, which invites them. */
export function InviteButton({ name }: { readonly name: string }) {
  const t = useTranslations("colleagues");
  const dispatch = useDispatch();
  function find() {
    dispatch({ type: "administration/people-asked", search: name, page: 1 });
    dispatch({ type: "address/asked", path: paths.admin });
  }
  return (
    <Button ref={toComposer} look="link" onClick={find}>
      {t("invite")}
    </Button>
  );
}

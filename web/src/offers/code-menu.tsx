import type { Recognised } from "@cuplaj/protocol/recognise.ts";
import { Car, Copy, Search } from "lucide-react";
import { useTranslations } from "use-intl";
import { MenuItem } from "../design/menu.tsx";
import { OpenerMenu } from "../design/opener-menu.tsx";
import { copyText } from "../platform/page/page.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";

interface CodeMenuProps extends Pick<Recognised, "kind" | "code"> {
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

/** GAR-6: what can be done with a code that was recognised in a message. */
export function CodeMenu({ kind, code, opener, onClose }: CodeMenuProps) {
  const t = useTranslations();
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const dispatch = useDispatch();
  const of = kind === "part" ? "line" : kind;

  async function copy() {
    const isCopied = await copyText(code);
    const text = t(`offers.copying.${isCopied ? "done" : "failed"}.${of}`, { code });
    dispatch({ type: "alerts/raised", alertType: isCopied ? "success" : "danger", text: { kind: "text", text } });
  }

  function search() {
    dispatch({ type: "search/panel-opened", isChange: false });
    dispatch({ type: "search/typed", text: code });
  }

  return (
    <OpenerMenu label={code} opener={opener} onClose={onClose}>
      <MenuItem label={t(`offers.copying.tip.${of}`)} Sign={Copy} onSelect={() => void copy()} />
      <MenuItem label={t("cars.search")} Sign={Search} onSelect={search} />
      {kind !== "part" && isCustomer && (
        <MenuItem
          label={t("cars.addCode")}
          Sign={Car}
          onSelect={() => dispatch({ type: "cars/shown", of: "own", form: { carId: null, [kind]: code } })}
        />
      )}
    </OpenerMenu>
  );
}

import type { ComponentProps } from "react";
import { useTranslations } from "use-intl";
import { Button } from "./button.tsx";
import type { CallError } from "../state/entities.ts";
import { useSecondsLeft } from "./error-text.tsx";

interface WaitButtonProps extends ComponentProps<typeof Button> {
  readonly error: CallError | null;
}

export function WaitButton({ error, isBusy = false, children, ...rest }: WaitButtonProps) {
  const t = useTranslations("app");
  const isWaiting = useSecondsLeft(error) > 0;
  return (
    <Button {...rest} isBusy={isBusy || isWaiting}>
      {children ?? t("retry")}
    </Button>
  );
}

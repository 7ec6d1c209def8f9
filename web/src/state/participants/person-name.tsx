import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

export function usePersonName<Name extends string | undefined>(name: Name): Name | string {
  const t = useTranslations("presence");
  return name === erasedName ? t("erased") : name;
}

export const PersonName = ({ name }: { readonly name: string }) => <bdi>{usePersonName(name)}</bdi>;
export const namedInSentence = (chunks: ReactNode) => <PersonName name={String(chunks as string[])} />;

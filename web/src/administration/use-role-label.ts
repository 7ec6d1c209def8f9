import { useTranslations } from "use-intl";

const named = ["Customer", "Operator", "Admin", "Program", "Agent"] as const;

/** Roles in words; one that an installation made itself by its own name. */
export function useRoleLabel(): (roles: readonly string[]) => string {
  const t = useTranslations("administration.role");
  const labelOf = (role: string): string => {
    const known = named.find((each) => each === role);
    return known === undefined ? role : t(known);
  };
  return (roles) => (roles.length === 0 ? t("none") : roles.map(labelOf).join(", "));
}

import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { ButtonLink } from "../design/button.tsx";
import { ScreenTitle } from "../design/screen-title.tsx";
import { Segments } from "../design/segments.tsx";
import { HomeLink } from "../home/header.tsx";
import { NotFoundScreen } from "../navigation/not-found-screen.tsx";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { useAppState } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import styles from "../administration/administration.module.css";
import type { AuditPerson, Section } from "../administration/administration-shape.ts";
import { AuditSection } from "../administration/audit-section.tsx";
import { HoursSection } from "../administration/hours/hours-section.tsx";
import { InstallationSection } from "../administration/installation-section.tsx";
import { PeopleSection } from "../administration/people-section.tsx";
import { TokensSection } from "../administration/tokens-section.tsx";
import { OpeningNow } from "../opening-hours/opening-now.tsx";

/** ADM-7: for people who manage accounts or see the audit log; others get "not found". */
export function AdminScreen() {
  const roles = useAppState((state) => me(state)?.roles);
  const mayManage = hasPermission(roles, "users.manage");
  const mayAudit = hasPermission(roles, "audit.view");
  if (!mayManage && !mayAudit) return <NotFoundScreen />;
  const sections: readonly Section[] = [
    ...(mayManage ? (["people", "tokens", "hours"] as const) : []),
    ...(mayAudit ? (["audit"] as const) : []),
    ...(mayManage ? (["installation"] as const) : []),
  ];
  return <Sections sections={sections} />;
}

function Sections({ sections }: { readonly sections: readonly Section[] }) {
  const t = useTranslations("administration");
  const [chosen, setChosen] = useState<Section | null>(null);
  const [person, setPerson] = useState<AuditPerson | null>(null);
  const section = chosen !== null && sections.includes(chosen) ? chosen : sections[0];
  const lookAt = sections.includes("audit")
    ? (who: AuditPerson) => {
        setPerson(who);
        setChosen("audit");
      }
    : null;
  const contents: Readonly<Record<Section, ReactNode>> = {
    people: <PeopleSection onAudit={lookAt} />,
    tokens: <TokensSection />,
    hours: <HoursSection now={<OpeningNow />} />,
    audit: <AuditSection person={person} onPerson={setPerson} />,
    installation: <InstallationSection />,
  };
  return (
    <div className={styles["page"]}>
      <Header />
      <main className={styles["main"]}>
        <ScreenTitle>{t("title")}</ScreenTitle>
        <Segments
          label={t("sections")}
          value={section ?? "people"}
          segments={sections.map((value) => ({ value, label: t(`section.${value}`) }))}
          onChoose={setChosen}
        />
        <section className={styles["section"]} aria-label={section && t(`section.${section}`)}>
          {section && contents[section]}
        </section>
      </main>
    </div>
  );
}

function Header() {
  const t = useTranslations();
  return (
    <header className={styles["header"]}>
      <HomeLink />
      <nav className={styles["actions"]} aria-label={t("administration.ways")}>
        <ButtonLink {...usePageLink(paths.home)}>{t("administration.back")}</ButtonLink>
        <ButtonLink {...usePageLink(paths.logout)}>{t("nav.logout")}</ButtonLink>
      </nav>
    </header>
  );
}

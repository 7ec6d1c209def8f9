import { Suspense, useEffect } from "react";
import { lateComponent, preloadComponentsWhenIdle } from "./platform/late-component.ts";
import { useTranslations } from "use-intl";
import { CrashBoundary } from "./design/crash-boundary.tsx";
import { VisuallyHidden } from "./design/visually-hidden.tsx";
import { Header } from "./navigation/header.tsx";
import { PaneCrash } from "./navigation/pane-crash.tsx";
import { Shortcuts } from "./navigation/shortcuts.tsx";
import { usePageName } from "./platform/use-page-name.ts";
import { useMedia, wideScreen } from "./platform/use-media.ts";
import { selectedRoomId } from "./state/selectors.ts";
import { isQuestionDue } from "./sign-in/sign-in-state.ts";
import { useAppState, useCommands } from "./state/app-context.ts";
import styles from "./home-screen.module.css";
import { listedRooms } from "./rooms/listing.ts";
import { openOfferNumber } from "./offers/offers-state.ts";
import { useOfferAhead } from "./offers/use-offer-ahead.ts";
import { OpenOffer } from "./rooms/open-offer.tsx";
import { useRoomTitle } from "./rooms/use-room-title.ts";
import { RoomsPane } from "./rooms/rooms-pane.tsx";

const RoomPane = lateComponent(async () => (await import("./messages/room-pane.tsx")).RoomPane);
const OfferPane = lateComponent(async () => (await import("./offers/offer-pane.tsx")).OfferPane);
const OfferSheet = lateComponent(async () => (await import("./offers/offer-sheet.tsx")).OfferSheet);

const UnsentDialog = lateComponent(async () => (await import("./sign-in/unsent-dialog.tsx")).UnsentDialog);

const roomViewId = "conversation";

/** Home: rooms, messages and offer side by side, two of them on tablets, one at a time on phones (LIST-4). */
export function HomeScreen() {
  const t = useTranslations();
  const isRoomListVisible = useAppState((state) => state.isRoomListVisible);
  const pane = useAppState((state) => (state.openRoom.phase === "none" ? "rooms" : "conversation"));
  const roomRef = useAppState(({ openRoom }) => (openRoom.phase === "open" ? openRoom.roomId : openRoom.phase));
  const offerNumber = useAppState(openOfferNumber);
  useOfferAhead(offerNumber);
  usePageName(useRoomTitle(useAppState(selectedRoomId)));
  const isWide = useMedia(wideScreen);
  const { isBesideWanted, isSheetOpen } = useAppState((state) => state.offerView);
  const isOfferBeside = isWide && isBesideWanted && offerNumber !== null;
  const { toggleOffer, closeOfferSheet } = useCommands();

  return (
    <div className={styles["home"]} data-pane={pane}>
      <a className={styles["skip"]} href={`#${roomViewId}`}>
        {t("nav.skip")}
      </a>
      <div className={styles["header"]}>
        <Header tools={<OpenOffer />} />
      </div>
      <main className={styles["panes"]} data-pane={pane} data-rooms={isRoomListVisible} data-offer={isOfferBeside}>
        <VisuallyHidden as="h1">{t("app.name")}</VisuallyHidden>
        <nav className={styles["rooms"]} aria-label={t("rooms.title")}>
          <RoomsPane />
        </nav>
        <section className={styles["conversation"]} id={roomViewId} tabIndex={-1} aria-label={t("room.label")}>
          <CrashBoundary fallback={<PaneCrash />} of={roomRef}>
            <Suspense fallback={null}>
              <RoomPane isOfferShown={isOfferBeside} onToggleOffer={toggleOffer} />
            </Suspense>
          </CrashBoundary>
        </section>
        {isOfferBeside && (
          <section className={styles["offer"]} aria-label={t("offers.pane")}>
            <CrashBoundary fallback={<PaneCrash />} of={offerNumber}>
              <Suspense fallback={null}>
                <OfferPane offerNumber={offerNumber} />
              </Suspense>
            </CrashBoundary>
          </section>
        )}
      </main>
      {!isWide && isSheetOpen && offerNumber !== null && (
        <Suspense fallback={null}>
          <OfferSheet offerNumber={offerNumber} onClose={closeOfferSheet} />
        </Suspense>
      )}
      <UnsentQuestion />
      <Shortcuts listed={listedRooms} />
      <PartsAhead />
    </div>
  );
}

/** WEB-9: once the list is usable, code that a press may need is loaded while the page is idle, so that it opens offline too. */
function PartsAhead() {
  const isUsable = useAppState(({ rooms }) => rooms.page > 0 || rooms.phase === "failed");
  useEffect(() => {
    if (isUsable) preloadComponentsWhenIdle();
  }, [isUsable]);
  return null;
}

/** SEND-7b. Its code loads as soon as there is something to ask about: without a connection it would be too late. */
function UnsentQuestion() {
  const isSigningOut = useAppState((state) => state.isSigningOut);
  const isAny = useAppState(isQuestionDue);
  useEffect(() => {
    if (isAny) void UnsentDialog.preload();
  }, [isAny]);
  return (
    isSigningOut && (
      <Suspense fallback={null}>
        <UnsentDialog />
      </Suspense>
    )
  );
}

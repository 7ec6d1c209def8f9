import { Suspense, useEffect, useRef, useState } from "react";
import { afterFrames } from "../platform/page/page.ts";
import { lateComponent, lateOrNothing, preloadComponentsWhenIdle } from "../platform/late-component.ts";
import { useTranslations } from "use-intl";
import { CrashBoundary } from "../design/crash-boundary.tsx";
import { HiddenTitle, usePageName } from "../design/screen-title.tsx";
import { Header } from "./header.tsx";
import { RoomListEdge } from "../navigation/room-list-edge.tsx";
import { Shortcuts } from "../navigation/shortcuts.tsx";
import { useMedia, wideScreen } from "../platform/page/use-media.ts";
import { isListUsable, isOfOneRoom, isShown, selectedRoomId, shownPane } from "../state/selectors.ts";
import { isQuestionDue } from "../state/sign-in/sign-in-state.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./home-screen.module.css";
import { RoomPane } from "../conversation/late-room-pane.ts";
import { RoomGhost } from "../conversation/room-ghost.tsx";
import { listedRooms } from "../state/rooms/listing.ts";
import { NotificationsButton } from "../notifications/notifications-button.tsx";
import { OffersButton } from "../offers/list/offers-button.tsx";
import { hasCustomerCars } from "../state/cars/shown-cars.ts";
import { openOfferNumber } from "../state/offers/cached-offers.ts";
import { useOfferAhead } from "../offers/use-offer-ahead.ts";
import { useRoomTitle } from "../state/rooms/use-room-title.ts";
import { NewRequestButton, UnsentRequests } from "../requests/new-request-button.tsx";
import { RoomsPane } from "../rooms/rooms-pane.tsx";
import { UnreadTotal } from "../design/unread-badge.tsx";
import { SearchButton } from "../search/search-button.tsx";
import { SearchOver } from "../search/search-panel.tsx";
import { Blank } from "../design/notice.tsx";

const OfferPane = lateComponent(async () => (await import("../offers/offer-pane.tsx")).OfferPane, {
  says: "room",
  isBounded: true,
});
const OfferSheet = lateComponent(async () => (await import("../offers/offer-sheet.tsx")).OfferSheet);
const CustomerCars = lateOrNothing(async () => (await import("../cars/customer-cars.tsx")).CustomerCars);
const SearchResults = lateComponent(async () => (await import("../search/search-results.tsx")).SearchResults);
const LateLayers = lateComponent(async () => (await import("./late-layers.tsx")).LateLayers);
const UnsentDialog = lateComponent(async () => (await import("../sign-in/unsent-dialog.tsx")).UnsentDialog);
const OnlyRoomLine = lateComponent(async () => (await import("../account/mail/only-room-line.tsx")).OnlyRoomLine, {
  isRare: true,
});
const roomViewId = "conversation";

/** PERF-12: whatever depends on the open room (LIST-4) is a separate component, so that switching rooms redraws nothing else. */
export function HomeScreen() {
  const t = useTranslations();
  const isRoomListVisible = useAppState((state) => state.isRoomListVisible);
  const isCompact = useAppState((state) => state.isRoomListCompact);
  const isOnly = useAppState(isOfOneRoom);
  const pane = useAppState(shownPane);
  const isPaneDue = useAppState((state) => isListUsable(state) || shownPane(state) === "conversation");
  const isFound = useAppState(({ searchResults }) => searchResults !== null);
  const isWide = useMedia(wideScreen);
  const isOfferBeside =
    useAppState((state) => state.offerView.isBesideWanted && openOfferNumber(state) !== null) && isWide;

  return (
    <div className={styles["home"]} data-pane={pane} data-found={isFound}>
      <a className={styles["skip"]} href={`#${roomViewId}`}>
        {t("nav.skip")}
      </a>
      <div className={styles["header"]}>
        <HomeHeader isFound={isFound} />
      </div>
      <main
        className={styles["panes"]}
        data-pane={pane}
        data-rooms={!isOnly && (isRoomListVisible || isFound)}
        data-rooms-compact={isCompact}
        data-offer={isOfferBeside}
      >
        <HiddenTitle>{t("app.name")}</HiddenTitle>
        <Rooms isFound={isFound} />
        <section className={styles["conversation"]} id={roomViewId} tabIndex={-1} aria-label={t("room.label")}>
          <Suspense fallback={null}>{isOnly && <OnlyRoomLine />}</Suspense>
          {isPaneDue && <OpenRoomPane isOfferShown={isOfferBeside} />}
        </section>
        {isOfferBeside && <OfferBeside />}
      </main>
      <OfferAhead />
      <Suspense fallback={null}>{!isWide && <OfferOver />}</Suspense>
      <HomeName isFound={isFound} />
      <SearchOver />
      <UnsentQuestion />
      <Shortcuts listed={listedRooms} />
    </div>
  );
}

function HomeHeader({ isFound }: { readonly isFound: boolean }) {
  const isRoomListVisible = useAppState((state) => state.isRoomListVisible);
  if (useAppState(isOfOneRoom)) return <Header unread={null} search={null} tools={null} />;
  return (
    <Header
      unread={(isFound || !isRoomListVisible) && <UnreadTotal />}
      search={<SearchButton />}
      tools={
        <>
          <OffersButton />
          <NotificationsButton />
        </>
      }
    />
  );
}

function HomeName({ isFound }: { readonly isFound: boolean }) {
  const t = useTranslations("search");
  const room = useRoomTitle(useAppState(selectedRoomId));
  usePageName(room === "" && isFound ? t("title") : room);
  return null;
}

/** The content of the address, with its own error boundary. PERF-1j: the room list does not wait for its code. */
function OpenRoomPane({ isOfferShown }: { readonly isOfferShown: boolean }) {
  const isTried = RoomPane.useTried();
  const roomRef = useAppState(({ openRoom }) => (openRoom.phase === "open" ? openRoom.roomId : openRoom.phase));
  const ghost = roomRef === "none" ? null : <RoomGhost />;
  return (
    <>
      <CrashBoundary fallback={<PaneCrash />} of={roomRef}>
        <Suspense fallback={ghost}>{isTried ? <RoomPane isOfferShown={isOfferShown} /> : ghost}</Suspense>
      </CrashBoundary>
      <CrashBoundary fallback={null}>
        <Suspense fallback={null}>{isTried && <Later />}</Suspense>
      </CrashBoundary>
    </>
  );
}

function Rooms({ isFound }: { readonly isFound: boolean }) {
  const t = useTranslations();
  const list = useRef<HTMLElement>(null);
  return (
    <nav ref={list} className={styles["rooms"]} aria-label={isFound ? t("search.results") : t("rooms.title")}>
      <div className={styles["list"]} inert={isFound}>
        <RoomsPane asking={<NewRequestButton />} unsent={<UnsentRequests />} />
      </div>
      {isFound && (
        <Suspense fallback={null}>
          <SearchResults />
        </Suspense>
      )}
      <RoomListEdge list={list} />
    </nav>
  );
}

function OfferBeside() {
  const t = useTranslations();
  const offerNumber = useAppState(openOfferNumber);
  if (offerNumber === null) return null;
  return (
    <section className={styles["offer"]} tabIndex={-1} aria-label={t("offers.pane")}>
      <CrashBoundary fallback={<PaneCrash />} of={offerNumber}>
        <Suspense fallback={null}>
          <OfferPane offerNumber={offerNumber} cars={<CarsBeside />} />
        </Suspense>
      </CrashBoundary>
    </section>
  );
}

function OfferOver() {
  const offerNumber = useAppState(openOfferNumber);
  const isOpen = useAppState((state) => state.offerView.isSheetOpen);
  const dispatch = useDispatch();
  return (
    isOpen &&
    offerNumber !== null && (
      <OfferSheet
        offerNumber={offerNumber}
        cars={<CarsBeside />}
        onClose={() => dispatch({ type: "offers/sheet-closed" })}
      />
    )
  );
}

/** GAR-5: waits for the conversation, whose messages come first (PERF-1). */
const CarsBeside = () =>
  useAppState((state) => isShown(state) && hasCustomerCars(state, selectedRoomId(state) ?? 0)) && <CustomerCars />;

function OfferAhead() {
  useOfferAhead(useAppState(openOfferNumber));
  return null;
}

/** WEB-9, PERF-1i: once the requested content is visible, preloads other code while idle, so that it works offline too. */
function Later() {
  const isDrawn = useAppState(isShown);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => (isDrawn ? afterFrames(2, () => setSeen(true)) : undefined), [isDrawn]);
  useEffect(() => {
    if (isSeen) preloadComponentsWhenIdle();
  }, [isSeen]);
  return isSeen && <LateLayers />;
}

/** SEND-7: loads the question's code as soon as there may be something to ask: once the page is offline, it is too late. */
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

function PaneCrash() {
  const t = useTranslations("crash");
  return (
    <Blank title={t("title")} hint={t("paneText")} isFailure>
      <a href="/">{t("reload")}</a>
    </Blank>
  );
}

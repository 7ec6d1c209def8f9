import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useBackToClose } from "../platform/input/use-back-to-close.ts";
import { filledIn } from "../state/cars/typed-vehicle.ts";
import { useKnownVin } from "../state/cars/use-known-vin.ts";
import { newRoomId } from "../state/entities.ts";
import { pendingMessage } from "../state/messages/pending-messages.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { CarStep } from "./car-step.tsx";
import { NeedsStep } from "./needs-step.tsx";
import styles from "./new-request.module.css";
import { readDraft, type RequestDraft, steps, writtenDraft } from "./request-draft.ts";
import { StepTitle } from "./step-title.tsx";
import { SentRequest } from "./sent-request.tsx";
import { SummaryStep } from "./summary-step.tsx";

interface NewRequestProps {
  /** The buttons that add photos, and the photos. */
  readonly photos: ReactNode;
}

/** ASK-1: the three steps of a new request, or its state once it was sent from here. */
export function NewRequest({ photos }: NewRequestProps) {
  const awaited = useAppState((state) => pendingMessage(state, newRoomId, state.awaitedRequest ?? ""));
  return (
    <div className={styles["scroller"]}>
      <div className={styles["column"]}>
        {awaited?.request ? <SentRequest message={awaited} /> : <Steps photos={photos} />}
      </div>
    </div>
  );
}

function Steps({ photos }: Pick<NewRequestProps, "photos">) {
  const t = useTranslations("requests");
  const stored = useAppState(({ drafts }) => drafts[newRoomId]);
  const draft = readDraft(stored);
  const dispatch = useDispatch();
  const onChange = (change: Partial<RequestDraft>): void => dispatch(writtenDraft({ ...draft, ...change }));
  const { step, vehicle } = draft;
  // ASK-2a: an answer may come after the step of the car.
  useKnownVin(vehicle.vin, (known) => onChange({ vehicle: filledIn(vehicle, known) }));
  const at = steps.indexOf(step);
  return (
    <>
      {/* ASK-4: the back button returns step by step. */}
      {steps.slice(0, at).map((earlier) => (
        <Over key={earlier} onBack={() => onChange({ step: earlier })} />
      ))}
      <p className={styles["quiet"]}>{t("step", { number: String(at + 1) })}</p>
      <StepTitle key={step}>{t(`steps.${step}`)}</StepTitle>
      {step === "car" && <CarStep draft={draft} onChange={onChange} />}
      {step === "needs" && <NeedsStep draft={draft} onChange={onChange} photos={photos} />}
      {step === "summary" && <SummaryStep draft={draft} onChange={onChange} />}
    </>
  );
}

function Over({ onBack }: { readonly onBack: () => void }) {
  useBackToClose(onBack);
  return null;
}

/** Under this name the database tells every process whose sign-ins the operator has ended: the participant's id. */
export const endedSignInsTopic = "sign_in_ended";

/** Hears, from whatever process, that somebody's sign-ins have ended (LIVE-8). */
export interface EndedSignIns {
  /** Calls with each person from now on; once for a person or more often. Goes on hearing until it is closed. */
  hear(ended: (participantId: number) => void): Promise<void>;
  close(): Promise<void>;
}

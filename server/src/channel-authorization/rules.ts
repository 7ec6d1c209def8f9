/** LIVE-2: a colon in a socket id would change what is signed. */
export const isSocketId = (text: string): boolean => /^\d{1,20}\.\d{1,20}$/u.test(text);

/** LIVE-2: checks the characters and length that Pusher allows. */
export const isChannelName = (text: string): boolean => /^[\w\-=@,.;]{1,164}$/u.test(text);

/** The participant id in a signature; null if another program signed it. */
export const participantIdOf = (userId: string): number | null =>
  /^[1-9]\d{0,14}$/u.test(userId) ? Number(userId) : null;

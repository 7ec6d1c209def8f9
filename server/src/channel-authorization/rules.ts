/** LIVE-2: the shape of a socket id. Nothing else is ever signed: a colon in it would make another signature. */
export const isSocketId = (text: string): boolean => /^\d{1,20}\.\d{1,20}$/u.test(text);

/** LIVE-2: the shape of a channel name, as Pusher limits it. */
export const isChannelName = (text: string): boolean => /^[\w\-=@,.;]{1,164}$/u.test(text);

/** The participant whose id a signature names; null for what only another program can have signed. */
export const participantIdOf = (userId: string): number | null =>
  /^[1-9]\d{0,14}$/u.test(userId) ? Number(userId) : null;

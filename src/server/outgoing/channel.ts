/** One message as a channel gets it. `address` is what the channel knows the person by. */
export interface OutboundMessage {
  address: string;
  title: string;
  body: string;
  /** An absolute URL the message leads to, or ''. */
  link: string;
  /** Only mail carries them. */
  files?: readonly OutboundFile[];
}
export interface OutboundFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

export interface Channel {
  /** False: messages are kept instead of sent. */
  configured(): boolean;
  /** Rejects with a sentence for the administrator; `isFinal` errors are not worth another try. */
  send(message: OutboundMessage): Promise<void>;
}

export const finalError = (message: string): Error => Object.assign(new Error(message), { final: true });
export const isFinal = (error: unknown): boolean => error instanceof Error && 'final' in error;

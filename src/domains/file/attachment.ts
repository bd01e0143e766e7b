/** Most files one document or customer can carry. */
export const MOST_ATTACHMENTS = 20;
export const ATTACHMENT_MB = 10;
export const ATTACHMENT_ENDINGS = '.png,.jpg,.jpeg,.webp,.pdf,.ofd,.xml,.xlsx,.docx';

/** The address of a stored file; pictures also come 96 and 480 pixels wide. */
export const fileHref = (key: string, size?: 96 | 480): string => `/web/fs/file/download?fileKey=${encodeURIComponent(key)}${size ? `&size=${size}` : ''}`;

export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(bytes / 1024, 0.1).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The letter as PDF; a customer's own by its own call. */
export const fileHrefOf = (id: string): string => `/web/saas-arm/org/armUrgeContracts/file?id=${id}`;
export const fileHrefOfMine = (id: string): string => `/web/saas-account/v1/account/my/letters/file?id=${id}`;

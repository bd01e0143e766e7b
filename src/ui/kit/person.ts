interface Person {
  accountId?: string;
  tenantId?: string;
  customerId?: string | null;
  closed?: readonly string[];
}

/** The person at this page, as the server wrote them into it; nothing where nobody is logged in. Browser only. */
export const writtenPerson = (): Person => JSON.parse(document.getElementById('portal-me')?.textContent || '{}') as Person;

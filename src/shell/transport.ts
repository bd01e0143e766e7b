import { ofetch } from 'ofetch';

export const portal = ofetch.create({ baseURL: '/web', credentials: 'same-origin', retry: 0, timeout: 60_000, ignoreResponseError: true });

import { ofetch } from 'ofetch';
import { LENIENT } from '~/shared/endpoint';

export const portal = ofetch.create({ baseURL: '/web', credentials: 'same-origin', headers: LENIENT, retry: 0, timeout: 60_000, ignoreResponseError: true });

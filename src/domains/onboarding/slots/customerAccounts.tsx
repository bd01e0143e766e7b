export { InviteDealer as Accounts } from '../pickers/InviteDealer';

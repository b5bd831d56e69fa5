// The player of this browser: loaded, joined by a link from another device, or deleted.

import { forgetPlayer } from '../memory';
import type { Me } from '../protocol';
import { reader } from '../reader.svelte';
import { adopt, deleteMe, me } from '../requests';

export class Mine {
  page = $state.raw<Me | null>(null);
  failure = $state<string | null>(null);
  /** The secret of a link from another device, until it is used or refused. */
  token = $state<string | null>(null);

  async load(): Promise<void> {
    try {
      this.page = await me();
    } catch (error) {
      this.failure = reader.reason(error);
    }
  }

  /** The secret is in the part after the #; it is removed from the address, and used when the reader agrees. */
  takeLink(): void {
    if (location.hash.length < 2) return;
    this.token = location.hash.slice(1);
    history.replaceState(null, '', location.pathname);
  }

  async join(): Promise<void> {
    const token = this.token;
    if (token === null) return;
    this.token = null;
    await this.become(token);
  }

  /** Make this browser the player of a secret: of a link, or of an export. */
  become = async (token: string): Promise<void> => {
    try {
      this.page = await adopt(token);
      reader.toast(reader.page('me-adopted'));
    } catch (error) {
      reader.complain(error);
    }
  };

  delete = async (): Promise<void> => {
    try {
      await deleteMe();
      forgetPlayer();
      reader.called('');
      reader.look('');
      reader.toast(reader.page('me-deleted'));
      await this.load();
    } catch (error) {
      reader.complain(error);
    }
  };
}

// The buzzer sounds while its pin is high. Browsers allow sound only after a first touch.
export class Buzzer {
  #context = null; #tone = null;

  wake() {
    this.#context ??= new AudioContext();
    this.#context.resume();
  }

  sound(on) {
    if (on && !this.#tone && this.#context?.state === "running") {
      this.#tone = this.#context.createOscillator();
      const gain = this.#context.createGain();
      this.#tone.type = "square";
      this.#tone.frequency.value = 2300;
      gain.gain.value = 0.05;
      this.#tone.connect(gain).connect(this.#context.destination);
      this.#tone.start();
    } else if (!on && this.#tone) {
      this.#tone.stop();
      this.#tone = null;
    }
  }
}

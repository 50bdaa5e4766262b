"""The bots: one file each, compiled to the signatures of `sixtysix_sim.contract`."""

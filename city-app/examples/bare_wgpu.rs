//! The bare counterpart of `frame_bench`: a wgpu program that draws the same cuboids with one instanced call of a
//! 36-index cube, one lambert term per face, one colour per instance, no other work; the adapter is waited for each
//! frame. Takes `--buildings N --size WxH --frames N`.

mod arguments;
mod synthetic;

use std::time::Instant;

use bevy::math::{EulerRot, Mat4, Quat, Vec3};
use city_app::base::settings::CitySettings;
use city_app::city::look::city_look;
use city_app::view::state::{TimeCursor, ViewState};

const SHADER: &str = "
@group(0) @binding(0) var<uniform> clip_from_world: mat4x4<f32>;
struct Out { @builtin(position) clip: vec4<f32>, @location(0) color: vec3<f32>, @location(1) normal: vec3<f32> }
@vertex fn vs(@location(0) p: vec3<f32>, @location(1) n: vec3<f32>, @location(2) center: vec3<f32>, @location(3) size: vec3<f32>,
    @location(4) color: vec4<f32>) -> Out {
    return Out(clip_from_world * vec4<f32>(center + p * size, 1.0), color.rgb, n);
}
@fragment fn fs(in: Out) -> @location(0) vec4<f32> {
    return vec4<f32>(in.color * (0.35 + 0.65 * max(dot(in.normal, vec3<f32>(-0.48, 0.74, 0.47)), 0.0)), 1.0);
}";

fn main() {
    let (mut buildings, mut size, mut frames) = (10_000, (1280_u32, 720_u32), 30_usize);
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let value = args.next().unwrap_or_default();
        match name.as_str() {
            "--buildings" => buildings = value.parse().unwrap_or(buildings),
            "--frames" => frames = value.parse::<usize>().unwrap_or(frames).max(1),
            "--size" => size = arguments::size(&value),
            _ => {}
        }
    }
    let settings = CitySettings { child_count: None, solid_count: u32::MAX, ..CitySettings::default() };
    let session = synthetic::session(buildings, &settings);
    let look = city_look(&session, &settings, &ViewState { time: TimeCursor::at(2), ..ViewState::default() });
    let mut instances: Vec<[f32; 10]> = Vec::new();
    for b in look.buildings.iter().filter(|b| b.height > 0.0) {
        let (x, y) = b.footprint.center();
        let [red, green, blue] = b.color;
        let (w, d) = (b.footprint.width() as f32, b.footprint.depth() as f32);
        instances.push([x as f32, b.base + 0.5 * b.height, y as f32, w, b.height, d, red, green, blue, 1.0]);
    }
    for d in &look.districts {
        let (x, y) = d.rect.center();
        let [red, green, blue] = d.color;
        let (w, h) = (d.rect.width() as f32, d.rect.depth() as f32);
        instances.push([x as f32, d.base + 0.5 * d.thickness, y as f32, w, d.thickness, h, red, green, blue, 1.0]);
    }
    bevy::tasks::block_on(measure(&instances, session.plan.root_side as f32, size, frames, buildings));
}

/// Positions and normals of a unit cube, four corners per face, and its 36 indices.
fn cube() -> (Vec<[f32; 6]>, Vec<u16>) {
    let mut vertices = Vec::new();
    let mut indices = Vec::new();
    for axis in 0..3 {
        for side in [-0.5_f32, 0.5] {
            let first = vertices.len() as u16;
            for (u, v) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
                let mut vertex = [0.0; 6];
                vertex[axis] = side;
                vertex[(axis + 1) % 3] = u;
                vertex[(axis + 2) % 3] = v;
                vertex[3 + axis] = side * 2.0;
                vertices.push(vertex);
            }
            let order = if side > 0.0 { [0, 1, 2, 0, 2, 3] } else { [0, 2, 1, 0, 3, 2] };
            indices.extend(order.map(|corner| first + corner));
        }
    }
    (vertices, indices)
}

async fn measure(instances: &[[f32; 10]], side: f32, (width, height): (u32, u32), frames: usize, buildings: usize) {
    use wgpu::util::DeviceExt;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await.expect("a graphics adapter");
    let (device, queue) = adapter.request_device(&wgpu::DeviceDescriptor::default()).await.expect("a device");
    let texture = |format| {
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let dimension = wgpu::TextureDimension::D2;
        let d =
            wgpu::TextureDescriptor { label: None, size, mip_level_count: 1, sample_count: 1, dimension, format, usage, view_formats: &[] };
        device.create_texture(&d).create_view(&wgpu::TextureViewDescriptor::default())
    };
    let (color, depth) = (texture(wgpu::TextureFormat::Rgba8UnormSrgb), texture(wgpu::TextureFormat::Depth32Float));
    let buffer = |usage, contents: &[u8]| device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage });
    let (vertices, indices) = cube();
    let vertex_buffer = buffer(wgpu::BufferUsages::VERTEX, bytemuck::cast_slice(&vertices));
    let index_buffer = buffer(wgpu::BufferUsages::INDEX, bytemuck::cast_slice(&indices));
    let instance_buffer = buffer(wgpu::BufferUsages::VERTEX, bytemuck::cast_slice(instances));
    let uniform = buffer(wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST, &[0; 64]);
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source: wgpu::ShaderSource::Wgsl(SHADER.into()) });
    let corner = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3];
    let per_box = wgpu::vertex_attr_array![2 => Float32x3, 3 => Float32x3, 4 => Float32x4];
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("vs"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[
                wgpu::VertexBufferLayout { array_stride: 24, step_mode: wgpu::VertexStepMode::Vertex, attributes: &corner },
                wgpu::VertexBufferLayout { array_stride: 40, step_mode: wgpu::VertexStepMode::Instance, attributes: &per_box },
            ],
        },
        primitive: wgpu::PrimitiveState { cull_mode: Some(wgpu::Face::Back), ..Default::default() },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: wgpu::TextureFormat::Depth32Float,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Greater),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("fs"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::TextureFormat::Rgba8UnormSrgb.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
    });
    let mut millis = Vec::new();
    for frame in 0..frames + 5 {
        let began = Instant::now();
        let yaw = 30_f32.to_radians() + if frame % 2 == 0 { 0.002 } else { 0.0 };
        let rotation = Quat::from_euler(EulerRot::YXZ, yaw, -38_f32.to_radians(), 0.0);
        let world_from_view = Mat4::from_rotation_translation(rotation, rotation * Vec3::Z * 1.25 * side);
        let view = Mat4::perspective_infinite_reverse_rh(0.75, width as f32 / height as f32, 0.02) * world_from_view.inverse();
        queue.write_buffer(&uniform, 0, bytemuck::cast_slice(&view.to_cols_array()));
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &color,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
                })],
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &depth,
                    depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            pass.set_vertex_buffer(0, vertex_buffer.slice(..));
            pass.set_vertex_buffer(1, instance_buffer.slice(..));
            pass.set_index_buffer(index_buffer.slice(..), wgpu::IndexFormat::Uint16);
            pass.draw_indexed(0..36, 0, 0..instances.len() as u32);
        }
        queue.submit([encoder.finish()]);
        device.poll(wgpu::PollType::wait_indefinitely()).expect("the frame ends");
        // The first frames compile shaders.
        if frame >= 5 {
            millis.push(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    millis.sort_by(f64::total_cmp);
    println!(
        "bare buildings={buildings} size={width}x{height} adapter={:?} median_ms={:.2} p95_ms={:.2}",
        adapter.get_info().name,
        millis[millis.len() / 2],
        millis[millis.len() * 95 / 100],
    );
}
